import type { IncomingMessage, ServerResponse } from "node:http";
import { decodeSignatureHeader, isValidSignature, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { z } from "zod";
import type { ContentChange } from "./content-changes.ts";

export const WEBHOOK_PATH = "/webhooks/sanity";

interface WebhookOptions {
  /** Undefined: there is no such address. */
  secret: string | undefined;
  /** Afterwards nobody gets a page any more that was made before. */
  changed: (changes: readonly ContentChange[]) => void;
  log: Logger;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const MAX_BYTES = 256 * 1024;
/** Older signatures are somebody's recording; Sanity signs each attempt anew. Milliseconds. */
const MAX_AGE = 5 * 60_000;
/** Clocks may differ by so much. */
const MAX_AHEAD = 60_000;

const payloadSchema = z.object({ _id: z.string().min(1).max(200), _type: z.string().min(1).max(200) });

class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Refused(413, "The payload is too large. Project it to _id and _type.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function timestampOf(signature: string): number {
  try {
    return decodeSignatureHeader(signature).timestamp;
  } catch {
    throw new Refused(401, "The signature is not valid.");
  }
}

function documentOf(body: string): ContentChange {
  let payload: unknown;
  try {
    payload = JSON.parse(body);
  } catch {
    throw new Refused(400, "The payload is not JSON.");
  }
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) throw new Refused(400, "The payload needs _id and _type.");
  return { id: parsed.data._id, types: [parsed.data._type] };
}

/**
 * Answers Sanity's signed webhook: the pages that show the document are made anew. A signature is good for five minutes, and
 * each delivery counts once; what a signature does not cover (the headers) decides nothing but that.
 * 401 bad or old signature, 400 bad payload, 405 not a POST, 413 too large, 404 while no secret is configured.
 */
export function createWebhook({ secret, changed, log, now = Date.now }: WebhookOptions) {
  /** A delivery has one signature, so that is what makes it the same one, whatever its idempotency key says. */
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: MAX_AGE + MAX_AHEAD });

  async function accept(request: IncomingMessage): Promise<string> {
    if (!secret) throw new Refused(404, "Not found");
    if (request.method !== "POST") throw new Refused(405, "Only POST.");
    const body = await bodyOf(request);
    const signature = String(request.headers[SIGNATURE_HEADER_NAME] ?? "");
    const age = now() - timestampOf(signature);
    if (age > MAX_AGE || age < -MAX_AHEAD) throw new Refused(401, "The signature is too old.");
    if (!(await isValidSignature(body, signature, secret)))
      throw new Refused(401, "The signature is not valid.");
    const change = documentOf(body);
    const keys = [signature, request.headers["idempotency-key"]].filter((key) => typeof key === "string");
    if (keys.some((key) => seen.has(key))) return "seen";
    for (const key of keys) seen.set(key, true);
    changed([change]);
    return "ok";
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const send = (status: number, text: string) =>
      response
        .writeHead(status, {
          "content-type": "text/plain; charset=utf-8",
          "cache-control": "no-store",
          ...(status === 405 ? { allow: "POST" } : {}),
          ...(status === 413 ? { connection: "close" } : {}),
        })
        .end(`${text}\n`);
    accept(request).then(
      (text) => send(200, text),
      (error: unknown) => {
        if (error instanceof Refused) return send(error.status, error.message);
        log.error({ err: error }, "webhook");
        return response.headersSent ? response.destroy() : send(500, "The webhook failed.");
      },
    );
  };
}
