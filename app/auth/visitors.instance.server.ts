import { env } from "../platform/env.instance.server.ts";
import { keyedHash } from "../platform/secret.server.ts";
import { secret } from "../platform/secret.instance.server.ts";
import type { GoogleHandshake } from "./google-handshake.ts";
import { createKnownBrowsers, type KnownBrowser } from "./known-browsers.server.ts";
import { createSessions, HANDSHAKE, KNOWN_BROWSER, SIGNED_IN } from "./sessions.server.ts";
import { openSessionStore } from "./open-session-store.server.ts";
import { createVisitors, type UserSession } from "./visitor.server.ts";

const store = openSessionStore(env);
const common = {
  store,
  secret: keyedHash(secret, "session-cookie", "").toString("base64url"),
  https: env.publicUrl.startsWith("https:"),
};

/** Google sign-ins that are under way. */
export const handshakes = createSessions<GoogleHandshake>({
  ...common,
  name: "handshake",
  lifetime: HANDSHAKE,
});

/** Browsers that signed in with a password before. */
export const knownBrowsers = createKnownBrowsers(
  createSessions<KnownBrowser>({ ...common, name: "known-browser", lifetime: KNOWN_BROWSER }),
);

const visitorsWith = (options: { passive: boolean }) =>
  createVisitors({
    sessions: createSessions<UserSession>({ ...common, ...options, name: "session", lifetime: SIGNED_IN }),
    adminEmails: env.adminEmails,
  });

/** Everybody who comes here, signed in or not. */
export const visitors = visitorsWith({ passive: false });

/** The same people, looked at by what goes on without them: an event stream that is still open. */
export const watchedVisitors = visitorsWith({ passive: true });
