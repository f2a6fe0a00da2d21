import type { IncomingMessage, ServerResponse } from "node:http";
import fresh from "fresh";
import Negotiator from "negotiator";
import { ENCODINGS, type Encoding, type Page } from "./page.ts";

/** Browsers send the same few headers over and over; what is longer is nobody's browser. */
const MAX_HEADER = 200;
const MAX_CHOSEN = 200;
const chosen = new Map<string, Encoding>();

/** What its types, which are of an older version, do not know: whom it takes where the caller likes several equally. */
interface Negotiates {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
}

function negotiate(header: string): Encoding {
  const accepts: Negotiates = new Negotiator({ headers: { "accept-encoding": header } });
  // Nothing acceptable: a page that cannot be read is better than none.
  const best = accepts.encodings(ENCODINGS, { preferred: ENCODINGS })[0];
  return ENCODINGS.find((encoding) => encoding === best) ?? "identity";
}

/** The encoding that the caller likes best, ours first where all are equal (RFC 9110 section 12.5.3). */
export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined || header.length > MAX_HEADER) return "identity";
  const known = chosen.get(header);
  if (known) return known;
  const encoding = negotiate(header);
  if (chosen.size >= MAX_CHOSEN) chosen.clear();
  chosen.set(header, encoding);
  return encoding;
}

/** Only what the caller has counts, not its wish to have it again: a page is no newer for being asked for twice. */
function unchanged(request: IncomingMessage, etag: string): boolean {
  const known = request.headers["if-none-match"];
  return known !== undefined && fresh({ "if-none-match": known }, { etag });
}

/** Sends a page: 304 without a body where the caller has these very bytes. Ranges are not served (RFC 9110 section 14.2 allows it). */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  const encoding = encodingFor(request.headers["accept-encoding"] as string | undefined);
  const { etag, head, notModifiedHead, body } = page.renditions[encoding];
  if (unchanged(request, etag)) {
    response.writeHead(304, notModifiedHead as string[]).end();
    return;
  }
  response.writeHead(200, head as string[]);
  if (request.method === "HEAD") response.end();
  else response.end(body);
}
