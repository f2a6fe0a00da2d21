import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { Env } from "./env.server.ts";
import { AppError } from "./errors.ts";
import { openRedis } from "./redis.server.ts";

/** A number of requests per key and period. */
export interface Limit {
  /** Name of the counter. Limits with different names are counted separately. */
  name: string;
  requests: number;
  seconds: number;
}

/** Throws an AppError `too-many-requests` when the caller (`callerKeyOf`) is over the limit. */
export type Throttle = (callerKey: string) => Promise<void>;

/** Returns the seconds until a key may try again; 0 when it is within the limit. */
type Take = (key: string) => Promise<number>;

export interface Limiter {
  take: Take;
  /** Resets the count of a key. Never throws. */
  forget(key: string): Promise<void>;
}

/** What happens while Redis is unavailable: forms are let in, sign-ins are refused. */
export type WhenAway = "let-in" | "refuse";

const REDIS_TIMEOUT_MS = 1_000;

/** Converts milliseconds to whole seconds for Retry-After, at least 1. */
export const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));

/** Returns the seconds until a limit in memory lets in again; 0 when it does now. */
export const waitOf = (taken: Promise<RateLimiterRes>): Promise<number> =>
  taken.then(
    () => 0,
    (full: RateLimiterRes) => toSeconds(full.msBeforeNext),
  );

function inMemory({ name, requests, seconds }: Limit): Limiter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: requests, duration: seconds });
  return {
    take: (key) => waitOf(limiter.consume(key)),
    forget: async (key) => void (await limiter.delete(key)),
  };
}

function inRedis({ name, requests, seconds }: Limit, redis: Redis, whenAway: WhenAway): Limiter {
  const limiter = new Ratelimit({
    redis,
    prefix: `limit:${name}`,
    limiter: Ratelimit.slidingWindow(requests, `${seconds} s`),
    timeout: REDIS_TIMEOUT_MS,
  });
  const away = whenAway === "refuse" ? 30 : 0;
  return {
    take: (key) =>
      limiter.limit(key).then(
        ({ success, reason, reset }) => {
          if (reason === "timeout") return away;
          return success ? 0 : toSeconds(reset - Date.now());
        },
        () => away,
      ),
    forget: (key) => limiter.resetUsedTokens(key).catch(() => {}),
  };
}

/** Creates a limiter that counts in Redis when it is configured, else in this process. */
export function createLimiter(limit: Limit, config: Env["redis"], whenAway: WhenAway = "let-in"): Limiter {
  if (!config.on) return inMemory(limit);
  return inRedis(limit, openRedis(config, { timeoutMs: REDIS_TIMEOUT_MS, retries: 0 }), whenAway);
}

/** Creates a throttle per caller (`callerKeyOf`). */
export function createThrottle(limit: Limit, config: Env["redis"]): Throttle {
  const limiter = createLimiter(limit, config);
  return async (callerKey) => {
    if ((await limiter.take(callerKey)) === 0) return;
    throw new AppError(
      "too-many-requests",
      `${limit.name}: more than ${limit.requests} in ${limit.seconds} s.`,
    );
  };
}
