import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { TextAnswer } from "../http/respond.ts";

const MIB = 1024 * 1024;

/** Waits for room in the socket's buffer; false when the other side is gone or takes nothing for `unreadMs`. */
async function roomFor(response: ServerResponse, signal: AbortSignal, unreadMs: number): Promise<boolean> {
  try {
    await once(response, "drain", { signal: AbortSignal.any([signal, AbortSignal.timeout(unreadMs)]) });
    return true;
  } catch {
    response.destroy();
    return false;
  }
}

/**
 * Sends an answer whose text is all there, in one piece. A reader who has not taken it after `unreadMs`, and as much for each
 * megabyte, is cut off.
 */
export function sendText(from: TextAnswer, to: ServerResponse, withBody: boolean, unreadMs: number): void {
  const bytes = Buffer.byteLength(from.text);
  if (to.destroyed) return from.sent();
  const cutOff = setTimeout(() => to.destroy(), unreadMs * (1 + bytes / MIB));
  cutOff.unref();
  to.once("close", () => {
    clearTimeout(cutOff);
    from.sent();
  });
  to.writeHead(from.status, { ...from.headers, "content-length": bytes });
  to.end(withBody ? from.text : undefined);
}

/**
 * Sends a Response through node:http, no faster than the other side reads, and stops reading when it is gone or has taken
 * nothing for `unreadMs`.
 */
export async function sendResponse(
  from: Response,
  to: ServerResponse,
  signal: AbortSignal,
  withBody: boolean,
  unreadMs: number,
): Promise<void> {
  const cookies = from.headers.getSetCookie();
  to.statusCode = from.status;
  for (const [name, value] of from.headers) if (name !== "set-cookie") to.setHeader(name, value);
  if (cookies.length > 0) to.setHeader("set-cookie", cookies);
  if (!from.body || !withBody) {
    await from.body?.cancel();
    to.end();
    return;
  }
  to.flushHeaders();
  const reader = from.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!to.write(part.value) && !(await roomFor(to, signal, unreadMs))) return;
    }
    to.end();
  } finally {
    if (to.destroyed) cancel();
    signal.removeEventListener("abort", cancel);
  }
}
