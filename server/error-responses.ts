import type { ServerResponse } from "node:http";
import { inlineHash } from "../app/platform/inline-hash.server.ts";
import { escapeXml } from "../app/platform/xml.ts";
import { NO_PAGE_POLICY } from "./security-headers.ts";

// Responses of the server itself: one line of text, or for browsers a page that needs nothing of the site (styles, names,
// content), because the site may be starting or overloaded. Colors as in app/site/tokens.css.

const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#fbfbf8, #0a1113); --ink: light-dark(#0b191f, #eef4f2);
  --soft: light-dark(#35464c, #b5c3c4); --accent: light-dark(#0a5a5f, #62d2c7); --on-accent: light-dark(#fff, #04201f); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.6 system-ui, sans-serif; }
main { box-sizing: border-box; display: flex; flex-direction: column; justify-content: center; align-items: flex-start;
  min-height: 100vh; max-width: 42rem; margin: auto; padding: 4rem 1.5rem; }
svg { width: 3rem; height: 3rem; }
.status { margin: 2.5rem 0 0; color: var(--accent); font-size: .875rem; font-weight: 600; }
h1 { margin: .75rem 0 0; font-size: clamp(2rem, 1.5rem + 2.5vw, 3rem); line-height: 1.1; letter-spacing: -.03em; text-wrap: balance; }
p { margin: 1.25rem 0 0; color: var(--soft); }
a { display: inline-flex; align-items: center; box-sizing: border-box; min-height: 3rem; margin-top: 2.5rem; padding: .5rem 1.5rem;
  border-radius: .5rem; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
`;

/** Allows its own styles and the site's icon, nothing else. */
const ERROR_PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${inlineHash(STYLE)}`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const MARK = `<svg aria-hidden="true" viewBox="0 0 32 32" fill="currentColor"><path d="M14.5 17.5V5A12.5 12.5 0 1 0 27 17.5Z"/><path fill="var(--accent)" d="M18 14V1a13 13 0 0 1 13 13Z"/></svg>`;

/** True for a browser that navigates; scripts do not ask for HTML. */
function wantsPage(accept: string | null | undefined): boolean {
  return accept?.includes("text/html") ?? false;
}

/** The titles of the site's own error pages (app/site/error-page.tsx). */
function titleOf(status: number): string {
  if (status >= 500) return "The site is unavailable right now";
  return status === 413 ? "That is too large" : "That request didn’t work";
}

/**
 * Returns an HTML page about `status`. `text` has no markup. A failed GET offers a retry; after a POST the browser's Back button
 * leads to the form.
 */
function errorPage(status: number, text: string, method = "GET"): string {
  const isRead = method === "GET" || method === "HEAD";
  const title = titleOf(status);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main>
${MARK}
<p class="status">Error ${status}</p>
<h1>${title}</h1>
<p>${text}</p>
${isRead ? "" : "<p>Your browser’s Back button leads back to the form.</p>\n"}${
    isRead && status >= 500 ? `<a href="">Try again</a>` : `<a href="/">Return to Home</a>`
  }
</main>
</body>
</html>
`;
}

const headersOf = (contentType: string, policy: string) => ({
  "content-type": `${contentType}; charset=utf-8`,
  "cache-control": "no-store",
  "content-security-policy": policy,
});
const TEXT_HEADERS = headersOf("text/plain", NO_PAGE_POLICY);
const PAGE_HEADERS = headersOf("text/html", ERROR_PAGE_POLICY);

/** The text of a 503 under overload, and its Retry-After in seconds. */
export const BUSY = "We’re very busy right now. Please try again in a moment.";
export const BUSY_RETRY_AFTER = "3";

/** Sends one line of text that no cache stores. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, TEXT_HEADERS).end(`${text}\n`);
}

/** Sends an error: as a page to a browser that navigates, as one line of text otherwise. */
export function sendError(response: ServerResponse, status: number, text: string): void {
  const { method, headers } = response.req;
  if (!wantsPage(headers.accept)) return sendText(response, status, text);
  response.writeHead(status, PAGE_HEADERS).end(errorPage(status, text, method));
}

/** Sends 500, or breaks off a response that has begun. */
export function sendInternalError(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else sendError(response, 500, "Something went wrong. Please try again.");
}

/** `sendError` as a Response. */
export function errorResponse(
  request: Request,
  status: number,
  text: string,
  headers: Record<string, string>,
): Response {
  const { method } = request;
  return wantsPage(request.headers.get("accept"))
    ? new Response(errorPage(status, text, method), { status, headers: { ...PAGE_HEADERS, ...headers } })
    : new Response(`${text}\n`, { status, headers: { ...TEXT_HEADERS, ...headers } });
}

/**
 * Returns an error page when a browser navigates to a file, an export or another address without a page, and gets one line of text
 * with a 4xx or 5xx. Returns all other responses unchanged.
 */
export async function withErrorPage(request: Request, response: Response): Promise<Response> {
  const { status } = response;
  const isLine = status >= 400 && (response.headers.get("content-type")?.startsWith("text/plain") ?? false);
  if (!isLine || !wantsPage(request.headers.get("accept"))) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  for (const [name, value] of Object.entries(PAGE_HEADERS)) headers.set(name, value);
  return new Response(errorPage(status, escapeXml(await response.text()), request.method), {
    status,
    headers,
  });
}
