import type { Redis } from "@upstash/redis";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Env } from "./env.server.ts";
import { toSeconds, waitOf, type Limiter } from "./rate-limit.server.ts";
import { openRedis } from "./redis.server.ts";

/** Increasing pauses between attempts at a key, without a final lockout. */
export interface Slowdown {
  /** Name of the counter. Slowdowns with different names are counted separately. */
  name: string;
  /** Attempts without a pause. */
  freeAttempts: number;
  /** The pause after the last free attempt; doubles with each further one. */
  firstDelaySeconds: number;
  maxDelaySeconds: number;
  /** Attempts are forgotten this long after the first of them. */
  windowSeconds: number;
}

/** The pause after the given attempt (from 1), in seconds; 0 while attempts are free. */
function delayAfter(attempt: number, { freeAttempts, firstDelaySeconds, maxDelaySeconds }: Slowdown): number {
  if (attempt < freeAttempts) return 0;
  return Math.min(firstDelaySeconds * 2 ** (attempt - freeAttempts), maxDelaySeconds);
}

function inMemory(rules: Slowdown): Limiter {
  const { name, windowSeconds, maxDelaySeconds } = rules;
  const attempts = new RateLimiterMemory({
    keyPrefix: `${name}:attempts`,
    points: Number.MAX_SAFE_INTEGER,
    duration: windowSeconds,
  });
  const pauses = new RateLimiterMemory({ keyPrefix: `${name}:pause`, points: 1, duration: maxDelaySeconds });
  return {
    async take(key) {
      const pause = await pauses.get(key);
      if (pause) return toSeconds(pause.msBeforeNext);
      const delay = delayAfter((await attempts.consume(key)).consumedPoints, rules);
      if (delay === 0) return 0;
      return waitOf(pauses.consume(key, 1, { customDuration: delay }));
    },
    async forget(key) {
      await Promise.all([attempts.delete(key), pauses.delete(key)]);
    },
  };
}

/** Retry-After while Redis is unavailable. */
const OUTAGE_SECONDS = 30;

/** Shared by all machines of a site. Refuses while Redis is unavailable. */
function inRedis(rules: Slowdown, redis: Redis): Limiter {
  const attemptsKey = (key: string) => `slowdown:${rules.name}:attempts:${key}`;
  const pauseKey = (key: string) => `slowdown:${rules.name}:pause:${key}`;

  async function take(key: string): Promise<number> {
    const pause = await redis.pttl(pauseKey(key));
    if (pause > 0) return toSeconds(pause);
    const [attempt] = await redis
      .multi()
      .incr(attemptsKey(key))
      .expire(attemptsKey(key), rules.windowSeconds, "NX")
      .exec<[number, number]>();
    const delay = delayAfter(attempt, rules);
    if (delay === 0) return 0;
    const first = await redis.set(pauseKey(key), 1, { nx: true, px: delay * 1000 });
    return first === null ? toSeconds(await redis.pttl(pauseKey(key))) : 0;
  }

  return {
    take: (key) => take(key).catch(() => OUTAGE_SECONDS),
    forget: (key) =>
      redis.del(attemptsKey(key), pauseKey(key)).then(
        () => {},
        () => {},
      ),
  };
}

/**
 * Returns a limiter with increasing pauses between attempts, up to a maximum. Attempts during a pause are refused and not
 * counted. Nothing waits in the process.
 */
export function createSlowdown(rules: Slowdown, config: Env["redis"]): Limiter {
  if (!config.on) return inMemory(rules);
  return inRedis(rules, openRedis(config, { timeoutMs: 1_000, retries: 0 }));
}
