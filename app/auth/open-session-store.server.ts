import { Redis } from "@upstash/redis";
import type { Env } from "../platform/env.server.ts";
import { createRedisSessions } from "./redis-sessions.server.ts";
import type { SessionStore } from "./session-store.server.ts";
import { openSqliteSessions } from "./sqlite-sessions.server.ts";

/** The session store that the configuration asks for: Upstash Redis, which several machines share, else this machine's disk. */
export function openSessionStore({ redis, dataDir }: Pick<Env, "redis" | "dataDir">): SessionStore {
  if (!redis.on) return openSqliteSessions(dataDir);
  const signal = () => AbortSignal.timeout(3_000);
  return createRedisSessions(
    new Redis({
      enableTelemetry: false,
      url: redis.url,
      token: redis.token,
      signal,
      retry: { retries: 1, backoff: () => 100 },
    }),
  );
}
