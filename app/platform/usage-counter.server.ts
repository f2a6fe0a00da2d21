import type { DatabaseSync } from "node:sqlite";
import { DatabaseFile } from "./database.server.ts";
import type { Env } from "./env.server.ts";
import { openRedis, type RedisConfig } from "./redis.server.ts";
import { keyedHash } from "./secret.server.ts";

/** At most `max` different uses of one key in `ttlMs`. */
export interface UsageLimit {
  /** Name of the counter; limits of different names are counted apart. */
  name: string;
  max: number;
  /** How long a use counts. */
  ttlMs: number;
}

/**
 * Counts a use of `key` and returns whether it is within the limit. Repeating the same `use` does not count again and returns the
 * first result. Counts survive a restart. Rejects when the counter cannot be read or written.
 */
export type CountUse = (limit: UsageLimit, key: string, use: string) => Promise<boolean>;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 1000;
  CREATE TABLE IF NOT EXISTS uses (
    id INTEGER PRIMARY KEY, key BLOB NOT NULL, use BLOB NOT NULL, expiresAt INTEGER NOT NULL, UNIQUE (key, use)
  );
  CREATE INDEX IF NOT EXISTS usesByExpiry ON uses (expiresAt);
`;

/** Above this (some 20 MB) the oldest uses are deleted. */
const MAX_USES = 100_000;

function countOn(database: DatabaseSync, limit: UsageLimit, key: Buffer, use: Buffer, now: number): boolean {
  database.prepare("DELETE FROM uses WHERE expiresAt <= ?").run(now);
  const { counted, same } = database
    .prepare("SELECT count(*) AS counted, coalesce(sum(use = ?), 0) AS same FROM uses WHERE key = ?")
    .get(use, key) as { counted: number; same: number };
  if (same > 0 || counted >= limit.max) return same > 0;
  const { lastInsertRowid } = database
    .prepare("INSERT INTO uses (key, use, expiresAt) VALUES (?, ?, ?)")
    .run(key, use, now + limit.ttlMs);
  database.prepare("DELETE FROM uses WHERE id <= ?").run(Number(lastInsertRowid) - MAX_USES);
  return true;
}

function inDatabase(path: string, now: () => number) {
  const file = new DatabaseFile(path, SCHEMA);
  const count = (limit: UsageLimit, key: Buffer, use: Buffer): Promise<boolean> =>
    file.transact((database) => countOn(database, limit, key, use, now()));
  return { count, close: () => file.close() };
}

/** KEYS[1]: key. ARGV: use, now, expiry of the use, max, ttlMs. */
const SCRIPT = `
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
  if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 1 end
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
  return 1
`;

const REDIS_TIMEOUT_MS = 1_000;

/** Shared by all processes of a site. */
function inRedis(config: RedisConfig, now: () => number) {
  const redis = openRedis(config, { timeoutMs: REDIS_TIMEOUT_MS, retries: 0 });
  const count = async ({ name, max, ttlMs }: UsageLimit, key: Buffer, use: Buffer): Promise<boolean> => {
    const at = now();
    const answer = await redis.eval(
      SCRIPT,
      [`uses:${name}:${key.toString("base64url")}`],
      [use.toString("base64url"), at, at + ttlMs, max, ttlMs],
    );
    return answer === 1;
  };
  return { count, close: () => {} };
}

interface UsageCounterOptions {
  redis: Env["redis"];
  /** The database file, where Redis is off. */
  path: string;
  secret: string;
  now?: () => number;
}

/** Counts uses in Redis if configured, else in a database file. Keys and uses are stored as keyed hashes. */
export function createUsageCounter({ redis, path, secret, now = Date.now }: UsageCounterOptions) {
  const { count, close } = redis.on ? inRedis(redis, now) : inDatabase(path, now);
  const hash = (text: string) => keyedHash(secret, "usage", text).subarray(0, 16);
  const countUse: CountUse = (limit, key, use) => count(limit, hash(`${limit.name}\0${key}`), hash(use));
  /** `close` closes the database, if any; the next count opens it again. */
  return { count: countUse, close };
}
