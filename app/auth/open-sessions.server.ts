import type { Env } from "../platform/env.server.ts";
import { keyedHash } from "../platform/secret.server.ts";
import { openSessionStore } from "./open-session-store.server.ts";
import { createSessions, SIGNED_IN } from "./sessions.server.ts";
import { createVisitors, type UserSession } from "./visitor.server.ts";

/** Opens the session store; returns it with the cookies' common options and the session reader. */
export function openSessions(
  env: Pick<Env, "adminEmails" | "publicUrl" | "redis" | "dataDir">,
  secret: string,
) {
  const store = openSessionStore(env);
  const common = {
    store,
    secret: keyedHash(secret, "session-cookie", "").toString("base64url"),
    https: env.publicUrl.startsWith("https:"),
  };
  /** `passive`: reading a session does not make it last longer. */
  const visitorsWith = (options: { passive: boolean }) =>
    createVisitors({
      sessions: createSessions<UserSession>({ ...common, ...options, name: "session", lifetime: SIGNED_IN }),
      adminEmails: env.adminEmails,
    });
  return { store, common, visitorsWith };
}
