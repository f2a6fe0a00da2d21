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
