import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { TextAnswer } from "../http/respond.ts";

/** Waits for room in the socket's buffer; false when the other side is gone. */
async function roomFor(response: ServerResponse, signal: AbortSignal): Promise<boolean> {
  try {
    await once(response, "drain", { signal });
    return true;
  } catch {
    return false;
  }
}

/** Sends an answer whose text is all there, in one piece. */
export function sendText(from: TextAnswer, to: ServerResponse, withBody: boolean): void {
  const bytes = Buffer.byteLength(from.text);
  to.writeHead(from.status, { ...from.headers, "content-length": bytes });
  to.end(withBody ? from.text : undefined);
}

/** Sends a Response through node:http, no faster than the other side reads, and stops reading when it is gone. */
export async function sendResponse(
  from: Response,
  to: ServerResponse,
  signal: AbortSignal,
  withBody: boolean,
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
      if (!to.write(part.value) && !(await roomFor(to, signal))) return;
    }
    to.end();
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
