import { openRedis, type RedisConfig } from "./redis.server.ts";

/** A service that the site cannot do without. */
export interface Probe {
  /** Its name in `/readyz` and in the log. */
  service: string;
  /** How long an answer holds, in ms: strangers may ask for `/readyz`, and services count requests. */
  holdsMs: number;
  /** Rejects with the reason why it cannot be used. */
  ask(): Promise<void>;
}

/** Resolves and rejects as `asking` does; rejects when that takes longer than `timeoutMs`. */
export async function inTime<Value>(asking: Promise<Value>, timeoutMs: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${timeoutMs / 1_000} s`)), timeoutMs);
  return Promise.race([asking, late.promise]).finally(() => clearTimeout(timer));
}

const TIMEOUT_MS = 2_000;

/** Returns the probe of Redis: a wrong token and a server that is away are told apart by their words. */
export function redisProbe(config: RedisConfig): Probe {
  const redis = openRedis(config, { timeoutMs: TIMEOUT_MS, retries: 0 });
  return {
    service: "Redis",
    holdsMs: 5_000,
    async ask() {
      await redis.ping();
    },
  };
}
