import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startUpstashStandIn } from "stand-ins/upstash";
import { expect, test } from "vitest";
import { DiskJobs } from "../../app/submissions/queue/disk-jobs.server.ts";
import { RedisJobs } from "../../app/submissions/queue/redis-jobs.server.ts";
import { copyRedisJobs } from "./take-backup.ts";

test("a backup has what waits in Redis, beside what waits on the disk", async () => {
  const upstash = await startUpstashStandIn();
  const directory = mkdtempSync(join(tmpdir(), "redis-jobs-"));
  const redis = new RedisJobs(upstash);
  const job = (id: string) => ({ topic: "mail", id, body: { to: "ada@example.com" } }) as const;
  const [done] = await redis.put([job("done"), job("waits"), job("dead")], 7);
  if (done) await redis.finish(done);
  const dead = await redis.get("mail", "dead");
  if (dead) await redis.change(dead, { state: "dead", refusals: 3, nextAt: 0, lastError: "no" });
  const disk = new DiskJobs(directory);
  await disk.put([job("here")]);
  disk.close();
  await copyRedisJobs({ on: true, url: upstash.url, token: upstash.token }, directory);
  expect(readdirSync(directory)).toEqual(["queue.sqlite"]);
  const { jobs } = await disk.open("mail", 9);
  expect(jobs.map(({ id, receivedAt }) => [id, receivedAt === 7])).toEqual([
    ["dead", true],
    ["waits", true],
    ["here", false],
  ]);
  disk.close();
  await upstash.close();
  rmSync(directory, { recursive: true });
});
