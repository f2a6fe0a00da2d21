/** Where browsers report errors. The server bounds, redacts and logs them. */
export const CLIENT_ERROR_PATH = "/api/client-error";

/** `page`: an error page replaced the page; `part`: code that was loaded later failed; `script`: nothing handled the error. */
type ErrorKind = "page" | "part" | "script";

/** Longest report in bytes. */
const MAX_BYTES = 4_000;
/** Errors reported per document: a loop that fails does not flood the log. */
const MAX_REPORTS = 5;

/** Matches what follows in the URLs of private links: a key to somebody's order. */
const PRIVATE_LINK = /^(\/(?:order|contract))\/.*/is;

/** Results by error, so that an error is reported once. */
const reports = new Map<string, Promise<boolean>>();

function bodyOf(error: unknown, kind: ErrorKind, path: string): string {
  const isError = error instanceof Error;
  const message = (isError ? `${error.name}: ${error.message}` : String(error)).slice(0, 300);
  const report = { message, path: path.replace(PRIVATE_LINK, "$1").slice(0, 200), kind };
  const stack = isError ? error.stack?.slice(0, 2_500) : undefined;
  const full = JSON.stringify({ ...report, ...(stack ? { stack } : {}) });
  return new Blob([full]).size <= MAX_BYTES ? full : JSON.stringify(report);
}

async function send(body: string): Promise<boolean> {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(CLIENT_ERROR_PATH, { method: "POST", headers, body, keepalive: true });
    // A body that nobody reads keeps its connection busy.
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

/** Reports an error of the browser to the server's log, once. Returns whether the server took it; never rejects. */
export function reportError(error: unknown, kind: ErrorKind): Promise<boolean> {
  const body = bodyOf(error, kind, location.pathname);
  const known = reports.get(body);
  if (known) return known;
  if (reports.size >= MAX_REPORTS) return Promise.resolve(false);
  const sent = send(body);
  reports.set(body, sent);
  return sent;
}
