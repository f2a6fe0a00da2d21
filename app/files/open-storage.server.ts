import { join } from "node:path";
import type { Env } from "../platform/env.server.ts";
import { DiskFileStorage } from "./disk-storage.server.ts";
import type { FileStorage } from "./file-storage.server.ts";
import { createRedisLocker } from "./redis-locker.server.ts";

/**
 * Opens the storage of this site: the bucket where S3 is configured, else the data directory. The SDK of S3 is loaded only where
 * it is used. Rejects when the data directory cannot be written; a bucket is not asked.
 */
export async function openFileStorage({
  dataDir,
  s3,
  redis,
}: Pick<Env, "dataDir" | "s3" | "redis">): Promise<FileStorage> {
  if (!s3.on) return DiskFileStorage.open({ directory: join(dataDir, "uploads") });
  const { S3FileStorage } = await import("./s3-storage.server.ts");
  return new S3FileStorage({ config: s3, locker: redis.on ? createRedisLocker(redis) : undefined });
}
