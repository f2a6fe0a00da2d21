import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import fresh from "fresh";
import Negotiator from "negotiator";
import type { Lifetime } from "./policy.ts";

/** True for GET and HEAD. */
export function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

const ENCODINGS = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Tag of every page: purging it purges them all. */
export const EVERY_PAGE = "every-page";

/** One encoding of a page, as `writeHead` and `end` take it. */
interface EncodedPage {
  /** A strong entity tag: it changes with any byte. */
  etag: string;
  /** Names and values in turn. */
  head: readonly string[];
  notModifiedHead: readonly string[];
  body: Buffer;
}

/** A body in each encoding, ready to be sent by `sendEncoded`. */
export type Encoded = Readonly<Record<Encoding, EncodedPage>>;

/** A whole response, ready to be sent. */
export interface Page {
  encoded: Encoded;
  lifetime: Lifetime;
  /** The content that it shows (app/content/query-tags.server.ts). */
  tags: ReadonlySet<string>;
  sizeBytes: number;
}

/** Smaller bodies do not gain from compression. */
const MIN_COMPRESSED_BYTES = 512;
/** A published page has to be there at once: level 9 takes ten times as long and saves 30 bytes of 11,000. */
const BROTLI_QUALITY = 7;
const HEAD_BYTES = 4_096;

const DROPPED_HEADERS = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "etag",
  "transfer-encoding",
  "vary",
]);

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

async function compress(body: Buffer): Promise<Record<Encoding, Buffer>> {
  if (body.length < MIN_COMPRESSED_BYTES) return { br: body, gzip: body, identity: body };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, zipped] = await Promise.all([brotliAsync(body, { params }), gzipAsync(body, { level: 9 })]);
  return { br, gzip: zipped, identity: body };
}

/** Copies strings into flat memory: node:http scans every header of every response, and concatenated strings are slower. */
const flatStrings = (head: readonly string[]) => JSON.parse(JSON.stringify(head)) as string[];

/**
 * Lays out body and headers for every encoding; `br` or `gzip` may be the unencoded body itself. The headers (names and values in
 * turn) are part of the entity tag: a page with another policy is another page.
 */
export function encode(bodies: Readonly<Record<Encoding, Buffer>>, headers: readonly string[]): Encoded {
  const { identity } = bodies;
  const common = [...headers, "vary", "Accept-Encoding"];
  const hash = createHash("sha256")
    .update(common.join("\n"))
    .update(identity)
    .digest("base64url")
    .slice(0, 27);
  const layOut = (encoding: Encoding): EncodedPage => {
    const body = bodies[encoding];
    const isEncoded = body !== identity;
    const etag = isEncoded ? `"${hash}-${encoding}"` : `"${hash}"`;
    const head = [...common, "etag", etag];
    const contentEncoding = isEncoded ? ["content-encoding", encoding] : [];
    return {
      etag,
      body,
      notModifiedHead: flatStrings(head),
      head: flatStrings([...head, ...contentEncoding, "content-length", String(body.length)]),
    };
  };
  return { br: layOut("br"), gzip: layOut("gzip"), identity: layOut("identity") };
}

interface PageOptions {
  lifetime: Lifetime;
  tags: ReadonlySet<string>;
  /** The headers of every response of this server, names and values in turn. */
  headers: readonly string[];
}

/** Reads a response to its end and prepares it for sending: compressed once, headers laid out. */
export async function createPage(
  response: Response,
  { lifetime, tags, headers }: PageOptions,
): Promise<Page> {
  const identity = Buffer.from(await response.arrayBuffer());
  const own = [...response.headers].filter(([name]) => !DROPPED_HEADERS.has(name));
  const bodies = await compress(identity);
  return {
    encoded: encode(bodies, [...headers, ...own.flat()]),
    lifetime,
    tags,
    sizeBytes: bodies.br.length + bodies.gzip.length + identity.length + HEAD_BYTES,
  };
}

/** Browsers send the same few Accept-Encoding headers; longer ones are not a browser's. */
const MAX_HEADER_LENGTH = 200;
const MAX_KNOWN_HEADERS = 200;
const encodingByHeader = new Map<string, Encoding>();

/** The option that @types/negotiator, made for an older version, lacks. */
interface EncodingNegotiator {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
}

function negotiate(header: string): Encoding {
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { "accept-encoding": header } });
  const best = negotiator.encodings(ENCODINGS, { preferred: ENCODINGS })[0];
  // Nothing acceptable: an unencoded page is better than a 406.
  return ENCODINGS.find((encoding) => encoding === best) ?? "identity";
}

/** Returns the encoding that the caller prefers; ours where several are equal (RFC 9110 section 12.5.3). */
export function preferredEncoding(header: string | undefined): Encoding {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return "identity";
  const known = encodingByHeader.get(header);
  if (known) return known;
  const encoding = negotiate(header);
  if (encodingByHeader.size >= MAX_KNOWN_HEADERS) encodingByHeader.clear();
  encodingByHeader.set(header, encoding);
  return encoding;
}

/** Ignores the request's own `Cache-Control: no-cache`: a cached page is current anyway. */
function isNotModified(request: IncomingMessage, etag: string): boolean {
  const known = request.headers["if-none-match"];
  return known !== undefined && fresh({ "if-none-match": known }, { etag });
}

/** Sends a body, or 304 when the caller has these very bytes. Ranges are not served (allowed by RFC 9110 section 14.2). */
export function sendEncoded(request: IncomingMessage, response: ServerResponse, encoded: Encoded): void {
  const encoding = preferredEncoding(request.headers["accept-encoding"] as string | undefined);
  const { etag, head, notModifiedHead, body } = encoded[encoding];
  if (isNotModified(request, etag)) {
    response.writeHead(304, notModifiedHead as string[]).end();
    return;
  }
  response.writeHead(200, head as string[]);
  if (request.method === "HEAD") response.end();
  else response.end(body);
}
