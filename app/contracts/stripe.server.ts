import Stripe from "stripe";
import type { Env } from "../platform/env.server.ts";

/** Longest wait for one answer of Stripe, and how often the library asks again (idempotently). */
const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/** A client for the configured account, or null when card payment is switched off. */
export function createStripe(config: Env["stripe"]): Stripe | null {
  if (!config.on) return null;
  const base = config.apiBase ? new URL(config.apiBase) : null;
  return new Stripe(config.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port,
          protocol: base.protocol === "https:" ? ("https" as const) : ("http" as const),
        }
      : {}),
  });
}
