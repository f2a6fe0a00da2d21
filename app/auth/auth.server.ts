import type { Logger } from "pino";
import type { ContentClients } from "../content/client.server.ts";
import type { Env } from "../platform/env.server.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import { createSlowdown } from "../platform/slowdown.server.ts";
import { keyedHash } from "../platform/secret.server.ts";
import { destination } from "./destination.ts";
import type { GoogleHandshake } from "./google-handshake.ts";
import { finishGoogle, startGoogle, type GoogleDesk } from "./google.server.ts";
import { createKnownBrowsers, type KnownBrowser } from "./known-browsers.server.ts";
import { loginView } from "./login-view.server.ts";
import { openSessionStore } from "./open-session-store.server.ts";
import { reportSignInTo } from "./report.server.ts";
import { createRequireAdmin } from "./require-admin.server.ts";
import { sessionAnswer } from "./session-answer.server.ts";
import { createSessions, HANDSHAKE, KNOWN_BROWSER, SIGNED_IN } from "./sessions.server.ts";
import { receiveSignIn, type SignInDesk } from "./sign-in.server.ts";
import { verifyCredentials } from "./verify-credentials.server.ts";
import { createVisitors, type UserSession } from "./visitor.server.ts";

interface AuthDeps {
  env: Env;
  log: Logger;
  secret: string;
  clients: Pick<ContentClients, "readClient">;
}

const WINDOW = { seconds: 900 };

/** Sign-in and sessions of this site. */
export function createAuth({ env, log, secret, clients }: AuthDeps) {
  const { adminEmails, publicUrl, redis } = env;
  const store = openSessionStore(env);
  const common = {
    store,
    secret: keyedHash(secret, "session-cookie", "").toString("base64url"),
    https: publicUrl.startsWith("https:"),
  };
  const visitorsWith = (options: { passive: boolean }) =>
    createVisitors({
      sessions: createSessions<UserSession>({ ...common, ...options, name: "session", lifetime: SIGNED_IN }),
      adminEmails,
    });
  const visitors = visitorsWith({ passive: false });
  /** Browsers that signed in with a password before. */
  const knownBrowsers = createKnownBrowsers(
    createSessions<KnownBrowser>({ ...common, name: "known-browser", lifetime: KNOWN_BROWSER }),
  );
  const report = reportSignInTo(log);

  const signIn: SignInDesk = {
    verify: (credentials) => verifyCredentials(clients.readClient, credentials),
    perCaller: createLimiter({ name: "sign-in", requests: 30, ...WINDOW }, redis, "refuse"),
    perAccount: createSlowdown(
      {
        name: "sign-in-account",
        freeAttempts: 10,
        firstDelaySeconds: 5,
        maxDelaySeconds: 60,
        windowSeconds: WINDOW.seconds,
      },
      redis,
    ),
    perBrowser: createLimiter({ name: "sign-in-browser", requests: 10, ...WINDOW }, redis, "refuse"),
    recognize: knownBrowsers.recognize,
    begin: async (request, user) => [
      await visitors.signIn(request, user),
      await knownBrowsers.remember(request, user.uid),
    ],
    destination: (user, asked) => destination(adminEmails, user, asked),
    report,
  };
  const google: GoogleDesk | null = env.google.on
    ? {
        client: { ...env.google, callbackUrl: `${publicUrl}/login/google/callback` },
        handshakes: createSessions<GoogleHandshake>({ ...common, name: "handshake", lifetime: HANDSHAKE }),
        // Leaving for Google and coming back are a request each.
        perAddress: createLimiter({ name: "google", requests: 60, ...WINDOW }, redis, "refuse"),
        begin: visitors.signIn,
        report,
      }
    : null;
  const session = { stateOf: visitors.stateOf, syncPath: env.tokenSyncUrl, secret, publicUrl, report };

  return {
    /** Everybody who comes here, signed in or not. */
    visitors,
    // What goes on without its visitor, such as an open event stream, does not make the session last longer.
    ...createRequireAdmin({ visitors, watchedVisitors: visitorsWith({ passive: true }), log }),
    /** Signs in with a password. */
    signIn: (request: Request) => receiveSignIn(request, signIn),
    /** Answers `GET /api/session`. */
    session: (request: Request) => sessionAnswer(request, session),
    /** What /login shows. Throws a redirect for an admin who is signed in already. */
    loginView: (request: Request) => loginView(request, { visitors, adminEmails, google: google !== null }),
    /** Null while Google sign-in is not configured. */
    startGoogle: (request: Request) => google && startGoogle(request, google),
    finishGoogle: (request: Request) => google && finishGoogle(request, google),
    close: () => store.close?.(),
  };
}
