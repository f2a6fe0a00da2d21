import type { ServerResponse } from "node:http";
import { NO_PAGE_POLICY } from "./csp.ts";

/** Answers with one line of text that nobody keeps. */
export function plain(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": NO_PAGE_POLICY,
    })
    .end(`${text}\n`);
}
