import { join } from "node:path";
import type { SQLInputValue } from "node:sqlite";
import type { Redis } from "@upstash/redis";
import { DatabaseFile } from "../platform/database.server.ts";
import type { Env } from "../platform/env.server.ts";
import { openRedis } from "../platform/redis.server.ts";

export interface StoredSession {
  /** The user's; null before the sign-in (during a Google sign-in). */
  uid: string | null;
  data: Record<string, unknown>;
  /** Absolute end, in ms since 1970. */
  endsAt: number;
  /** End when it is not used before, in ms since 1970. */
  expiresAt: number;
}

export interface Activity {
  sessions: number;
  /** Milliseconds since 1970. Null when it is not known: never, or more than 400 days ago. */
  lastSignInAt: number | null;
}

/** How long a last sign-in is remembered. */
const SIGN_IN_MS = 400 * 24 * 60 * 60_000;

/** Known browsers and unfinished sign-ins are stored as sessions too, without a user. */
const isSignedIn = (session: Pick<StoredSession, "data"> | null) => session?.data["user"] !== undefined;

/**
 * Stores sessions. Keys are hashes of the cookie's id, so that read access to the store opens no session. Expired sessions are
 * not found. Methods throw when the store is unavailable: nobody is signed in then.
 */
export interface SessionStore {
  read(key: string, now: number): Promise<StoredSession | null>;
  write(key: string, session: StoredSession, now: number): Promise<void>;
  /** Moves the end of a session that is still there. */
  extend(key: string, expiresAt: number): Promise<void>;
  remove(key: string): Promise<void>;
  removeAllOf(uid: string): Promise<void>;
  /** Returns how many records there are of a user: sessions, known browsers and the last sign-in, ended ones included. */
  countAllOf(uid: string): Promise<number>;
  /** Removes all of these, also what the disk keeps of removed ones. */
  erase(uid: string): Promise<void>;
  /** Remembers when a user last signed in, in ms since 1970. */
  recordSignIn(uid: string, at: number): Promise<void>;
  /** Returns the number of a user's signed-in sessions and the last sign-in. */
  activityOf(uid: string, now: number): Promise<Activity>;
  close?(): void;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS sessions (
    key TEXT PRIMARY KEY, uid TEXT, data TEXT NOT NULL, endsAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessionsByUser ON sessions (uid);
  CREATE INDEX IF NOT EXISTS sessionsByEnd ON sessions (expiresAt);
  CREATE TABLE IF NOT EXISTS signIns (uid TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
`;

/**
 * Stores sessions in `sessions.sqlite` of the data directory. They survive a restart, and `npm run admin:create` can end some
 * while the site runs.
 */
export function openSqliteSessions(dataDir: string): SessionStore & { close(): void } {
  const file = new DatabaseFile(join(dataDir, "sessions.sqlite"), SCHEMA);
  const run = async (sql: string, ...values: SQLInputValue[]): Promise<void> =>
    file.use((database) => void database.prepare(sql).run(...values));
  const all = <Row>(sql: string, ...values: SQLInputValue[]): Promise<Row[]> =>
    file.use((database) => database.prepare(sql).all(...values) as Row[]);
  return {
    async read(key, now) {
      const sql = "SELECT uid, data, endsAt, expiresAt FROM sessions WHERE key = ? AND expiresAt > ?";
      const [row] = await all<Omit<StoredSession, "data"> & { data: string }>(sql, key, now);
      return row ? { ...row, data: JSON.parse(row.data) as StoredSession["data"] } : null;
    },
    async write(key, { uid, data, endsAt, expiresAt }, now) {
      await run("DELETE FROM sessions WHERE expiresAt <= ?", now);
      const sql = "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?)";
      await run(sql, key, uid, JSON.stringify(data), endsAt, expiresAt);
    },
    extend: (key, expiresAt) => run("UPDATE sessions SET expiresAt = ? WHERE key = ?", expiresAt, key),
    remove: (key) => run("DELETE FROM sessions WHERE key = ?", key),
    removeAllOf: (uid) => run("DELETE FROM sessions WHERE uid = ?", uid),
    async countAllOf(uid) {
      const sql = "SELECT uid FROM sessions WHERE uid = ? UNION ALL SELECT uid FROM signIns WHERE uid = ?";
      return (await all(sql, uid, uid)).length;
    },
    async erase(uid) {
      await run("DELETE FROM sessions WHERE uid = ?", uid);
      await run("DELETE FROM signIns WHERE uid = ?", uid);
      await file.use((database) => database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"));
    },
    async recordSignIn(uid, at) {
      await run("DELETE FROM signIns WHERE at <= ?", at - SIGN_IN_MS);
      await run("INSERT OR REPLACE INTO signIns VALUES (?, ?)", uid, at);
    },
    async activityOf(uid, now) {
      const open = "SELECT data FROM sessions WHERE uid = ? AND expiresAt > ? AND endsAt > ?";
      const rows = await all<{ data: string }>(open, uid, now, now);
      const [signIn] = await all<{ at: number }>("SELECT at FROM signIns WHERE uid = ?", uid);
      const sessions = rows.map(({ data }) => ({ data: JSON.parse(data) as StoredSession["data"] }));
      return { sessions: sessions.filter(isSignedIn).length, lastSignInAt: signIn?.at ?? null };
    },
    close: () => file.close(),
  };
}

const sessionKey = (key: string) => `session:${key}`;
const userKey = (uid: string) => `sessions-of:${uid}`;
const signInKey = (uid: string) => `last-sign-in:${uid}`;

/** Stores sessions in Redis, for several machines. Redis expires them itself. */
function createRedisSessions(redis: Redis): SessionStore {
  const store: SessionStore = {
    async read(key, now) {
      const name = sessionKey(key);
      const [session, left] = await Promise.all([redis.get<StoredSession>(name), redis.pttl(name)]);
      return session && left > 0 ? { ...session, expiresAt: now + left } : null;
    },
    async write(key, session) {
      const { uid, expiresAt, endsAt } = session;
      const transaction = redis.multi().set(sessionKey(key), session, { pxat: expiresAt });
      // GT keeps the longest expiry, but never sets a first one.
      if (uid) {
        transaction.sadd(userKey(uid), key);
        transaction.pexpireat(userKey(uid), endsAt, "NX").pexpireat(userKey(uid), endsAt, "GT");
      }
      await transaction.exec();
    },
    async extend(key, expiresAt) {
      await redis.pexpireat(sessionKey(key), expiresAt);
    },
    async remove(key) {
      await redis.del(sessionKey(key));
    },
    async removeAllOf(uid) {
      const keys = await redis.smembers(userKey(uid));
      await redis.del(userKey(uid), ...keys.map(sessionKey));
    },
    countAllOf: (uid) => redis.exists(userKey(uid), signInKey(uid)),
    async erase(uid) {
      await store.removeAllOf(uid);
      await redis.del(signInKey(uid));
    },
    async recordSignIn(uid, at) {
      await redis.set(signInKey(uid), at, { px: SIGN_IN_MS });
    },
    async activityOf(uid, now) {
      const [keys, lastSignInAt] = await Promise.all([
        redis.smembers(userKey(uid)),
        redis.get<number>(signInKey(uid)),
      ]);
      const found =
        keys.length > 0 ? await redis.mget<(StoredSession | null)[]>(...keys.map(sessionKey)) : [];
      const open = found.filter((session) => session && session.endsAt > now && isSignedIn(session));
      return { sessions: open.length, lastSignInAt };
    },
  };
  return store;
}

/** Opens the configured session store: Upstash Redis, which several machines share, else a local database. */
export function openSessionStore({ redis, dataDir }: Pick<Env, "redis" | "dataDir">): SessionStore {
  if (!redis.on) return openSqliteSessions(dataDir);
  return createRedisSessions(openRedis(redis, { timeoutMs: 3_000, retries: 1 }));
}
