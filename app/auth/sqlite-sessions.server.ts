import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SessionStore, StoredSession } from "./session-store.server.ts";

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS sessions (
    key TEXT PRIMARY KEY, uid TEXT, data TEXT NOT NULL, endsAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessionsByUser ON sessions (uid);
  CREATE INDEX IF NOT EXISTS sessionsByEnd ON sessions (expiresAt);
`;

/**
 * Sessions on this machine, in `sessions.sqlite` of the data directory. They survive a restart, and `npm run admin:create`
 * can end some while the site runs.
 */
export function openSqliteSessions(dataDir: string): SessionStore & { close(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, "sessions.sqlite");
  const database = new DatabaseSync(path);
  chmodSync(path, 0o600); // addresses stand in it; SQLite's side files take over its mode
  database.exec(SCHEMA);
  const select = database.prepare("SELECT * FROM sessions WHERE key = ? AND expiresAt > ?");
  const upsert = database.prepare("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?)");
  const forget = database.prepare("DELETE FROM sessions WHERE expiresAt <= ?");
  const extend = database.prepare("UPDATE sessions SET expiresAt = ? WHERE key = ?");
  const remove = database.prepare("DELETE FROM sessions WHERE key = ?");
  const removeAll = database.prepare("DELETE FROM sessions WHERE uid = ?");
  return {
    async read(key, now) {
      const row = select.get(key, now) as (Omit<StoredSession, "data"> & { data: string }) | undefined;
      if (!row) return null;
      const { uid, data, endsAt, expiresAt } = row;
      return { uid, data: JSON.parse(data) as StoredSession["data"], endsAt, expiresAt };
    },
    async write(key, { uid, data, endsAt, expiresAt }, now) {
      forget.run(now);
      upsert.run(key, uid, JSON.stringify(data), endsAt, expiresAt);
    },
    async extend(key, expiresAt) {
      extend.run(expiresAt, key);
    },
    async remove(key) {
      remove.run(key);
    },
    async removeAllOf(uid) {
      removeAll.run(uid);
    },
    close: () => database.close(),
  };
}
