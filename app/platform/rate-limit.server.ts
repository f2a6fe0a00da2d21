import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { clientAddress } from "./client-address.server.ts";
import type { Env } from "./env.server.ts";
import { AppError } from "./errors.ts";

/** So many requests of one client in so many seconds. */
export interface Limit {
  /** Names the counter; limits of different names do not touch each other. */
  name: string;
  requests: number;
  seconds: number;
}

/** Throws an AppError `too-many-requests` once a client has used up its share. */
export type Throttle = (request: Request) => Promise<void>;

type Take = (key: string) => Promise<boolean>;

function inMemory({ name, requests, seconds }: Limit): Take {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: requests, duration: seconds });
  return (key) =>
    limiter.consume(key).then(
      () => true,
      () => false,
    );
}

/** Shared by all machines of a site. A Redis that does not answer stops nobody: the forms matter more than the count. */
function inRedis({ name, requests, seconds }: Limit, redis: Redis): Take {
  const limiter = new Ratelimit({
    redis,
    prefix: `limit:${name}`,
    limiter: Ratelimit.slidingWindow(requests, `${seconds} s`),
    timeout: 1000,
  });
  return (key) =>
    limiter.limit(key).then(
      ({ success }) => success,
      () => true,
    );
}

/** Counts requests per client address: in this process, or in Redis when that is configured. */
export function createThrottle(limit: Limit, config: Env["redis"]): Throttle {
  const take = config.on
    ? inRedis(limit, new Redis({ url: config.url, token: config.token }))
    : inMemory(limit);
  return async (request) => {
    if (await take(clientAddress(request))) return;
    throw new AppError(
      "too-many-requests",
      `${limit.name}: more than ${limit.requests} in ${limit.seconds} s.`,
    );
  };
}
