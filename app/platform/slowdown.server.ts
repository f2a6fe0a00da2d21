import { Redis } from "@upstash/redis";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { RateLimiterRes } from "rate-limiter-flexible";
import type { Env } from "./env.server.ts";
import { toSeconds, type Limiter } from "./rate-limit.server.ts";

/** How attempts at one key get slower, without ever being refused for good. */
export interface Slowdown {
  /** Names the counter; slowdowns of different names do not touch each other. */
  name: string;
  /** Attempts in a row that cost nothing. */
  freeAttempts: number;
  /** The pause after the last free attempt; doubles with each further one. */
  firstDelaySeconds: number;
  /** The longest pause. */
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
      return pauses.consume(key, 1, { customDuration: delay }).then(
        () => 0,
        (taken: RateLimiterRes) => toSeconds(taken.msBeforeNext),
      );
    },
    async forget(key) {
      await Promise.all([attempts.delete(key), pauses.delete(key)]);
    },
  };
}

/** How long everybody waits while Redis does not answer, in seconds. */
const AWAY_SECONDS = 30;

/** Shared by all machines of a site. Refuses while Redis does not answer. */
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
    take: (key) => take(key).catch(() => AWAY_SECONDS),
    forget: (key) =>
      redis.del(attemptsKey(key), pauseKey(key)).then(
        () => {},
        () => {},
      ),
  };
}

/**
 * Returns a limiter that tells callers to wait between attempts, longer each time up to a bound. Attempts during a pause
 * are refused and do not count. Nothing waits inside the process.
 */
export function createSlowdown(rules: Slowdown, config: Env["redis"]): Limiter {
  if (!config.on) return inMemory(rules);
  const { url, token } = config;
  const signal = () => AbortSignal.timeout(1000);
  return inRedis(rules, new Redis({ url, token, signal, retry: false, enableTelemetry: false }));
}
