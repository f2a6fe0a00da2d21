import { Redis } from "@upstash/redis";

/** Address and token of Upstash's REST API, or of a server that speaks it. */
export interface RedisConfig {
  url: string;
  token: string;
}

interface RedisOptions {
  /** Of one request, in ms. A request that takes longer throws. */
  timeoutMs: number;
  /** How often a request that failed is sent again. 0 where the caller tries again itself, or where a second write would count twice. */
  retries: 0 | 1;
  /** False: values are returned as the strings that they were stored as. */
  parsesJson?: boolean;
}

const RETRY_DELAY_MS = 100;

/** Opens a client of the configured Redis. Every use names how long it waits, and sends no telemetry. */
export function openRedis(
  { url, token }: RedisConfig,
  { timeoutMs, retries, parsesJson = true }: RedisOptions,
): Redis {
  return new Redis({
    url,
    token,
    enableTelemetry: false,
    automaticDeserialization: parsesJson,
    signal: () => AbortSignal.timeout(timeoutMs),
    retry: retries === 0 ? false : { retries, backoff: () => RETRY_DELAY_MS },
  });
}
