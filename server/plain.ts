import type { ServerResponse } from "node:http";
import { NO_PAGE_POLICY } from "./csp.ts";
import { REFUSAL_POLICY, refusalPage, wantsPage } from "./refusal-page.ts";

const TEXT = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": NO_PAGE_POLICY,
};
const PAGE = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": REFUSAL_POLICY,
};

/** What a 503 says while there is too much to do, and when to come again, in seconds. */
export const BUSY = "We’re very busy right now. Please try again in a moment.";
export const BUSY_RETRY_AFTER = "3";

/** Answers with one line of text that nobody keeps. */
export function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, TEXT).end(`${text}\n`);
}

/** Turns a request away: with a page where a browser is going to show it, with one line of text otherwise. */
export function turnAway(response: ServerResponse, status: number, text: string): void {
  const { method, headers } = response.req;
  if (!wantsPage(headers.accept)) return plain(response, status, text);
  response.writeHead(status, PAGE).end(refusalPage(status, text, method));
}

/** Answers 500, or ends an answer that has begun. */
export function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else turnAway(response, 500, "Something went wrong. Please try again.");
}

/** The same for who answers with a Response. */
export function turnedAway(
  request: Request,
  status: number,
  text: string,
  headers: Record<string, string>,
): Response {
  const { method } = request;
  return wantsPage(request.headers.get("accept"))
    ? new Response(refusalPage(status, text, method), { status, headers: { ...PAGE, ...headers } })
    : new Response(`${text}\n`, { status, headers: { ...TEXT, ...headers } });
}
