import type { Redis } from "@upstash/redis";
import type { SessionStore, StoredSession } from "./session-store.server.ts";

const sessionKey = (key: string) => `session:${key}`;
const userKey = (uid: string) => `sessions-of:${uid}`;

/** Sessions that all machines of a site share. Redis forgets them by itself when they expire. */
export function createRedisSessions(redis: Redis): SessionStore {
  return {
    async read(key, now) {
      const name = sessionKey(key);
      const [session, left] = await Promise.all([redis.get<StoredSession>(name), redis.pttl(name)]);
      return session && left > 0 ? { ...session, expiresAt: now + left } : null;
    },
    async write(key, session) {
      const { uid, expiresAt, endsAt } = session;
      const transaction = redis.multi().set(sessionKey(key), session, { pxat: expiresAt });
      // As long as the longest of them: GT alone would never set a first time.
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
  };
}
