import { isbot } from "isbot";
import { z } from "zod";

/** A body is a path in a little JSON; more is not looked at. In characters. */
const MAX_BODY = 1024;

const schema = z.strictObject({
  path: z
    .string()
    .max(256)
    .regex(/^\/(?![/\\])[^\s?#\\\p{Cc}]*$/u),
});

/** Not to be counted: the visitor objects (Sec-GPC, DNT), has not seen the page yet (fetched ahead), or is a robot. */
export function isUncounted(headers: Headers): boolean {
  if (headers.get("sec-gpc") === "1" || headers.get("dnt") === "1") return true;
  if (/\b(?:prefetch|prerender)\b/.test(headers.get("sec-purpose") ?? "")) return true;
  const agent = headers.get("user-agent");
  return !agent || isbot(agent);
}

/** The path that a page view speaks of. Throws a Response: 405, 413, 415, or 400 for anything but `{ path }`. */
export async function viewedPath(request: Request): Promise<string> {
  if (request.method !== "POST") throw new Response(null, { status: 405, headers: { Allow: "POST" } });
  if (!request.headers.get("content-type")?.startsWith("application/json")) {
    throw new Response("Send JSON.", { status: 415 });
  }
  const body = await request.text();
  if (body.length > MAX_BODY) throw new Response("Too large.", { status: 413 });
  const parsed = schema.safeParse(parseJson(body));
  if (!parsed.success) throw new Response("Send { path }.", { status: 400 });
  return parsed.data.path;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
