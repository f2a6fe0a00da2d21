import { Lock } from "@upstash/lock";
import type { Env } from "./env.server.ts";
import { openRedis } from "./redis.server.ts";

const SECOND_MS = 1_000;
/** How long a turn lives after its process died. Whole seconds, as the lock counts. */
const LEASE_MS = 30 * SECOND_MS;
/** How often a running job extends its turn, by the same time. */
const HEARTBEAT_MS = LEASE_MS / 3;
const REDIS_TIMEOUT_MS = 2_000;

/**
 * Returns the turns of the processes that share a Redis; without one every process runs everything. Turns save work and guarantee
 * nothing: a job runs in two processes while Redis is away, or when one stalls for longer than its lease. So each job has to be
 * safe beside itself, by writing under a fixed id or only over the revision that it has read.
 */
export function createTurns(config: Env["redis"], onError: (error: unknown) => void) {
  const redis = config.on ? openRedis(config, { timeoutMs: REDIS_TIMEOUT_MS, retries: 0 }) : null;

  async function runLeased(lock: Lock, intervalMs: number, run: () => Promise<void>): Promise<void> {
    const heartbeat = setInterval(() => void lock.extend(HEARTBEAT_MS).catch(onError), HEARTBEAT_MS);
    try {
      await run();
      const rest = Math.floor((intervalMs - LEASE_MS) / SECOND_MS) * SECOND_MS;
      if (rest > 0) await lock.extend(rest).catch(onError);
    } catch (error) {
      await lock.release().catch(onError);
      throw error;
    } finally {
      clearInterval(heartbeat);
    }
  }

  return {
    /**
     * Runs a job unless another process is running it or has finished it within the interval. Returns in how many ms to ask
     * again. Rejects like the job, which another process may then run at once.
     */
    async take(name: string, intervalMs: number, run: () => Promise<void>): Promise<number> {
      const id = `turn:${name}`;
      const lock = redis && new Lock({ redis, id, lease: LEASE_MS, retry: { attempts: 1, delay: 0 } });
      // Undefined without Redis, and while it is away.
      const isOurs = await lock?.acquire().catch((error: unknown) => void onError(error));
      if (redis && isOurs === false) {
        const leftMs = await redis.pttl(id).catch(() => intervalMs);
        return Math.min(intervalMs, Math.max(SECOND_MS, leftMs));
      }
      if (lock && isOurs) await runLeased(lock, intervalMs, run);
      else await run();
      return intervalMs;
    },
  };
}
