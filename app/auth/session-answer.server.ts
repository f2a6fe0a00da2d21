import { PRIVATE } from "../platform/cache-control.ts";
import { log } from "../platform/log.instance.server.ts";
import type { SessionState } from "./current-user.ts";
import { visitors } from "./visitors.instance.server.ts";

/**
 * `GET /api/session`: `{ user, admin }` by the Cookie header alone. The server asks here too, for the Studio. 503 while the
 * session store cannot be reached: nobody is signed in then.
 */
export async function sessionAnswer(request: Request): Promise<Response> {
  const headers = { "Cache-Control": PRIVATE };
  try {
    const { user, admin } = await visitors.stateOf(request);
    return Response.json({ user, admin } satisfies SessionState, { headers });
  } catch (cause) {
    log.error({ err: cause }, "session not read");
    const nobody: SessionState = { user: null, admin: false };
    return Response.json(nobody, { status: 503, headers: { ...headers, "Retry-After": "30" } });
  }
}
