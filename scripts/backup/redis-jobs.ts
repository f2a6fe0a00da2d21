import type { Env } from "../../app/platform/env.server.ts";
import { DiskJobs, RedisJobs } from "../../app/commands.server.ts";

/**
 * Adds the unfinished jobs in Redis to the queue in a directory, from which the site moves them back after a restore. Rejects when
 * Redis does not answer.
 */
export async function copyRedisJobs(redis: Env["redis"], directory: string): Promise<void> {
  if (!redis.on) return;
  const copy = new DiskJobs(directory);
  try {
    for await (const { topic, id, body, state, receivedAt } of new RedisJobs(redis).all())
      if (state !== "done") await copy.put([{ topic, id, body: body as object }], receivedAt);
  } finally {
    copy.close();
  }
}
