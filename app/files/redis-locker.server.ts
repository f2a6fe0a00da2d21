import { setTimeout as wait } from "node:timers/promises";
import type { Lock as TusLock, Locker, RequestRelease } from "@tus/server";
import { Lock } from "@upstash/lock";
import type { Redis } from "@upstash/redis";
import type { Env } from "../platform/env.server.ts";
import { openRedis } from "../platform/redis.server.ts";
import { storageError } from "./upload-rules.ts";

/** How long a lock lives after its process died, in ms. */
const LEASE_MS = 10_000;
/** How often a holder extends its lock and looks whether another request wants it, in ms. */
const HEARTBEAT_MS = 1_000;
const RETRY_MS = 250;
const REDIS_TIMEOUT_MS = 3_000;
/** How long a request waits for the lock, in ms; longer than a lease. */
const WAIT_MS = 15_000;

/** Returns a locker of the tus server that all processes with the same Redis share. */
export function createRedisLocker(config: Extract<Env["redis"], { on: true }>): Locker {
  const redis = openRedis(config, { timeoutMs: REDIS_TIMEOUT_MS, retries: 1 });
  return { newLock: (id) => createLock(redis, `upload-lock:${id}`) };
}

const unavailable = (cause: unknown) => {
  throw storageError("storage/unavailable", "Redis does not answer.", cause);
};

function createLock(redis: Redis, key: string): TusLock {
  const lock = new Lock({ redis, id: key, lease: LEASE_MS, retry: { attempts: 1, delay: 0 } });
  /** Set by a request that waits for the lock. */
  const wantedKey = `${key}:wanted`;
  let heartbeat: NodeJS.Timeout | undefined;

  async function beat(requestRelease: RequestRelease): Promise<void> {
    const [isWanted] = await Promise.all([redis.exists(wantedKey), lock.extend(HEARTBEAT_MS)]);
    if (isWanted) await requestRelease();
  }

  return {
    async lock(signal, requestRelease) {
      const until = Date.now() + WAIT_MS;
      let hasWaited = false;
      while (!(await lock.acquire().catch(unavailable))) {
        hasWaited = true;
        if (signal.aborted || Date.now() > until)
          throw storageError("storage/locked", "The request before did not end.");
        await redis.set(wantedKey, 1, { px: 2 * HEARTBEAT_MS }).catch(unavailable);
        await wait(RETRY_MS);
      }
      if (hasWaited) await redis.del(wantedKey).catch(unavailable);
      // A missed heartbeat is made up for by the next; without any, the lock expires.
      heartbeat = setInterval(() => void beat(requestRelease).catch(() => {}), HEARTBEAT_MS).unref();
    },
    async unlock() {
      clearInterval(heartbeat);
      await lock.release().catch(() => false); // it expires
    },
  };
}
