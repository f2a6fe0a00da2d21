import type { IncomingMessage } from "node:http";

type Handle = (request: Request) => Promise<Response>;

/** Somebody at the other end of a socket. What they may is asked anew for each request made for them. */
export interface Caller {
  /** Sends a GET to the lake in their name. `path` begins below the lake's origin. */
  get(path: string, init?: { headers?: Record<string, string>; signal?: AbortSignal }): Promise<Response>;
  /** Their id, or null once they are signed out. Throws while nobody can tell. */
  whoAmI(): Promise<string | null>;
}

const CREDENTIALS = ["cookie", "authorization"] as const;

/** Whom an upgrade request comes from. */
export function callerOf(
  message: IncomingMessage,
  handle: Handle,
  place: { publicUrl: string; basePath: string },
): Caller {
  const credentials = CREDENTIALS.flatMap((name) => {
    const value = message.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const get: Caller["get"] = (path, { headers, signal } = {}) =>
    handle(
      new Request(new URL(path, place.publicUrl), {
        headers: { ...headers, ...Object.fromEntries(credentials) },
        ...(signal ? { signal } : {}),
      }),
    );
  return {
    get,
    async whoAmI() {
      const answer = await get(`${place.basePath}/v1/users/me`);
      if (answer.status === 401) return null;
      if (!answer.ok) throw new Error(`The lake cannot tell who is signed in: ${answer.status}`);
      return ((await answer.json()) as { id: string }).id;
    },
  };
}
