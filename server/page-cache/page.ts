import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { linkHeader } from "./link-header.ts";
import type { Keeping } from "./policy.ts";

export const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** One encoding of a page, as `writeHead` and `end` take it. */
export interface Rendition {
  /** Strong: other bytes, another tag. */
  etag: string;
  /** Names and values in turn. */
  head: readonly string[];
  notModifiedHead: readonly string[];
  body: Buffer;
}

/** A whole answer, ready to be sent. */
export interface Page {
  renditions: Readonly<Record<Encoding, Rendition>>;
  keeping: Keeping;
  /** What it was made of (app/content/query-tags.server.ts). */
  tags: ReadonlySet<string>;
  /** Memory it takes, in bytes. */
  size: number;
}

/** Below this many bytes compression costs more than it saves. */
const WORTH_COMPRESSING = 512;
/** A page that an editor publishes has to be there at once: level 9 takes ten times as long and saves 30 bytes of 11,000. */
const BROTLI_QUALITY = 7;
const HEAD_OVERHEAD = 4_096;

const NOT_PASSED_ON = new Set([
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

async function compressed(body: Buffer): Promise<Record<Encoding, Buffer>> {
  if (body.length < WORTH_COMPRESSING) return { br: body, gzip: body, identity: body };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, zipped] = await Promise.all([brotliAsync(body, { params }), gzipAsync(body, { level: 9 })]);
  return { br, gzip: zipped, identity: body };
}

/** The same strings, each in one piece of memory: node:http looks through every header of every answer, and pieces take longer. */
const inOnePiece = (head: readonly string[]) => JSON.parse(JSON.stringify(head)) as string[];

/**
 * Reads an answer to its end and makes it ready to be sent again and again: compressed once, headers laid out.
 * `always` are the headers of every answer of this server, names and values in turn.
 */
export async function pageFrom(
  response: Response,
  { keeping, tags, always }: { keeping: Keeping; tags: ReadonlySet<string>; always: readonly string[] },
): Promise<Page> {
  const identity = Buffer.from(await response.arrayBuffer());
  const own = [...response.headers].filter(([name]) => !NOT_PASSED_ON.has(name));
  const link = linkHeader(response.headers.get("content-type"), identity);
  const common = [...always, ...own.flat(), ...(link ? ["link", link] : []), "vary", "Accept-Encoding"];
  // The headers count too: a page whose policy changed is another page.
  const hash = createHash("sha256")
    .update(common.join("\n"))
    .update(identity)
    .digest("base64url")
    .slice(0, 27);
  const bodies = await compressed(identity);
  const rendition = (encoding: Encoding): Rendition => {
    const body = bodies[encoding];
    const encoded = body !== identity;
    const etag = encoded ? `"${hash}-${encoding}"` : `"${hash}"`;
    const head = [...common, "etag", etag];
    const coding = encoded ? ["content-encoding", encoding] : [];
    return {
      etag,
      body,
      notModifiedHead: inOnePiece(head),
      head: inOnePiece([...head, ...coding, "content-length", String(body.length)]),
    };
  };
  return {
    renditions: { br: rendition("br"), gzip: rendition("gzip"), identity: rendition("identity") },
    keeping,
    tags,
    size: bodies.br.length + bodies.gzip.length + identity.length + HEAD_OVERHEAD,
  };
}
