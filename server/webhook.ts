import type { IncomingMessage, ServerResponse } from "node:http";
import { decodeSignatureHeader, isValidSignature, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { z } from "zod";
import type { ContentChange } from "./page-cache/purge.ts";

export const WEBHOOK_PATH = "/webhooks/sanity";

interface WebhookOptions {
  /** Undefined: every request is a 404. */
  secret: string | undefined;
  /** Called with each verified change. Resolves to whether every process of the site will see it. */
  onChange: (changes: readonly ContentChange[]) => Promise<boolean>;
  log: Logger;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const MAX_BYTES = 256 * 1024;
/** Older signatures may be replayed ones; Sanity signs each attempt anew. */
const MAX_AGE_MS = 5 * 60_000;
/** Tolerated difference of the clocks. */
const MAX_AHEAD_MS = 60_000;

const payloadSchema = z.object({ _id: z.string().min(1).max(200), _type: z.string().min(1).max(200) });

class WebhookError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES)
      throw new WebhookError(413, "The payload is too large. Project it to _id and _type.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function signedAt(signature: string): number {
  try {
    return decodeSignatureHeader(signature).timestamp;
  } catch {
    throw new WebhookError(401, "The signature is not valid.");
  }
}

function parseChange(body: string): ContentChange {
  let payload: unknown;
  try {
    payload = JSON.parse(body);
  } catch {
    throw new WebhookError(400, "The payload is not JSON.");
  }
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) throw new WebhookError(400, "The payload needs _id and _type.");
  return { id: parsed.data._id, types: [parsed.data._type] };
}

/**
 * Handles Sanity's signed webhook. A signature is valid for five minutes, and each delivery counts once. Responds with 401 for a
 * bad or old signature, 400 for a bad payload, 405 for anything but a POST, 413 for a large body, 404 without a secret, and 503
 * if the change is not shared with every process yet: Sanity then tries twice more, 30 seconds apart (its changelog of 29 April 2026).
 */
export function createWebhook({ secret, onChange, log, now = Date.now }: WebhookOptions) {
  /** Signatures and idempotency keys of deliveries. The key is not signed, so the signature alone also marks a repetition. */
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: MAX_AGE_MS + MAX_AHEAD_MS });

  async function handle(request: IncomingMessage): Promise<string> {
    if (!secret) throw new WebhookError(404, "Not found");
    if (request.method !== "POST") throw new WebhookError(405, "Only POST.");
    const body = await readBody(request);
    const signature = String(request.headers[SIGNATURE_HEADER_NAME] ?? "");
    const ageMs = now() - signedAt(signature);
    if (ageMs > MAX_AGE_MS || ageMs < -MAX_AHEAD_MS) throw new WebhookError(401, "The signature is too old.");
    if (!(await isValidSignature(body, signature, secret)))
      throw new WebhookError(401, "The signature is not valid.");
    const change = parseChange(body);
    const keys = [signature, request.headers["idempotency-key"]].filter((key) => typeof key === "string");
    if (keys.some((key) => seen.has(key))) return "seen";
    if (!(await onChange([change]))) throw new WebhookError(503, "Not every page is purged yet. Try again.");
    for (const key of keys) seen.set(key, true);
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
    handle(request).then(
      (text) => send(200, text),
      (error: unknown) => {
        if (error instanceof WebhookError) return send(error.status, error.message);
        log.error({ err: error }, "webhook");
        return response.headersSent ? response.destroy() : send(500, "The webhook failed.");
      },
    );
  };
}
