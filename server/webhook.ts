import { decodeSignatureHeader, isValidSignature, SIGNATURE_HEADER_NAME } from "@sanity/webhook";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { ReceiveBody } from "./body-limits.ts";
import { BUSY, BUSY_RETRY_AFTER } from "./error-responses.ts";
import type { ContentChange } from "./page-cache/purge.ts";

export const WEBHOOK_PATH = "/webhooks/sanity";

interface WebhookOptions {
  /** Undefined: every request is a 404. */
  secret: string | undefined;
  /** Called with each verified change. Resolves to whether every process of the site will see it. */
  onChange: (changes: readonly ContentChange[]) => Promise<boolean>;
  receiveBody: ReceiveBody;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Older signatures may be replayed ones; Sanity signs each attempt anew. */
const MAX_AGE_MS = 5 * 60_000;
/** Tolerated difference of the clocks. */
const MAX_AHEAD_MS = 60_000;

const payloadSchema = z.object({ _id: z.string().min(1).max(200), _type: z.string().min(1).max(200) });

const respond = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, { status, headers: { "Cache-Control": "no-store", ...headers } });

const BODY_ERRORS = {
  408: "The request took too long.",
  413: "The payload is too large. Project it to _id and _type.",
  503: BUSY,
};

/** Returns when a delivery was signed, in ms since 1970; NaN when the header is no signature. */
function signedAt(signature: string): number {
  try {
    return decodeSignatureHeader(signature).timestamp;
  } catch {
    return Number.NaN;
  }
}

function parseChange(body: string): ContentChange | null {
  try {
    const { _id, _type } = payloadSchema.parse(JSON.parse(body));
    return { id: _id, types: [_type] };
  } catch {
    return null;
  }
}

/**
 * Handles Sanity's signed webhook. A signature is valid for five minutes, and each delivery counts once. Responds with 401 for a
 * bad or old signature, 400 for a bad payload, 405 for anything but a POST, 408 for a slow body, 413 for a large one, 404 without a secret, and 503
 * if the change is not shared with every process yet or too much is received at once: Sanity then tries twice more, 30 seconds apart (its
 * changelog of 29 April 2026).
 */
export function createWebhook({ secret, onChange, receiveBody, now = Date.now }: WebhookOptions) {
  /** Signatures and idempotency keys of deliveries. The key is not signed, so the signature alone also marks a repetition. */
  const seen = new LRUCache<string, true>({ max: 10_000, ttl: MAX_AGE_MS + MAX_AHEAD_MS });

  async function receive(request: Request, key: string): Promise<Response> {
    const body = await request.text();
    const signature = request.headers.get(SIGNATURE_HEADER_NAME) ?? "";
    const ageMs = now() - signedAt(signature);
    // The age of an invalid signature is NaN, for which both comparisons are false.
    if (!(ageMs <= MAX_AGE_MS && ageMs >= -MAX_AHEAD_MS) || !(await isValidSignature(body, signature, key)))
      return respond(401, "The signature is not valid, or too old.");
    const change = parseChange(body);
    if (!change) return respond(400, "The payload needs _id and _type.");
    const keys = [signature, request.headers.get("idempotency-key")].filter((key) => key !== null);
    if (keys.some((key) => seen.has(key))) return respond(200, "seen");
    if (!(await onChange([change]))) return respond(503, "Not every page is purged yet. Try again.");
    for (const key of keys) seen.set(key, true);
    return respond(200, "ok");
  }

  return async (request: Request, callerKey: string): Promise<Response> => {
    if (!secret) return respond(404, "Not found");
    if (request.method !== "POST") return respond(405, "Only POST.", { Allow: "POST" });
    const response = await receiveBody(request, callerKey, (limited) => receive(limited, secret));
    if (typeof response !== "number") return response;
    return respond(response, BODY_ERRORS[response], {
      Connection: "close",
      ...(response === 503 ? { "Retry-After": BUSY_RETRY_AFTER } : {}),
    });
  };
}
