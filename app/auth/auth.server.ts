import type { Logger } from "pino";
import type { ContentClients } from "../content/client.server.ts";
import type { Env } from "../platform/env.server.ts";
import type { JobStore } from "../submissions/queue/job-store.server.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import type { GoogleHandshake } from "./google-handshake.ts";
import { finishGoogle, startGoogle, type GoogleDesk } from "./google.server.ts";
import { createKnownBrowsers, type KnownBrowser } from "./known-browsers.server.ts";
import { loginView } from "./login-view.server.ts";
import { openSessions } from "./open-sessions.server.ts";
import { createPasswordAuth } from "./password-auth.server.ts";
import { reportSignInTo } from "./report.server.ts";
import { createRequireAdmin } from "./require-admin.server.ts";
import { sessionAnswer } from "./session-answer.server.ts";
import { createSessions, HANDSHAKE, KNOWN_BROWSER, SECOND_STEP } from "./sessions.server.ts";
import type { PendingSignIn } from "./second-step.server.ts";

interface AuthDeps {
  env: Env;
  log: Logger;
  secret: string;
  clients: Pick<ContentClients, "readClient" | "writeClient">;
  jobs: Pick<JobStore, "put">;
}

const WINDOW = { seconds: 900 };

/** Sign-in and sessions of this site. */
export function createAuth({ env, log, secret, clients, jobs }: AuthDeps) {
  const { adminEmails, publicUrl, redis } = env;
  const { store, common, visitorsWith } = openSessions(env, secret);
  const visitors = visitorsWith({ passive: false });
  const report = reportSignInTo(log);

  const passwords = createPasswordAuth({
    env,
    secret,
    store: clients,
    visitors,
    knownBrowsers: createKnownBrowsers(
      createSessions<KnownBrowser>({ ...common, name: "known-browser", lifetime: KNOWN_BROWSER }),
    ),
    pending: createSessions<PendingSignIn>({ ...common, name: "second-step", lifetime: SECOND_STEP }),
    endSessions: (uid) => store.removeAllOf(uid),
    mail: (job) => void jobs.put([job]),
    report,
  });
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
    /** Visitors and their sessions, signed in or not. */
    visitors,
    // What goes on without its visitor, such as an open event stream, does not make the session last longer.
    ...createRequireAdmin({ visitors, watchedVisitors: visitorsWith({ passive: true }), log }),
    ...passwords,
    /** Answers `GET /api/session`. */
    session: (request: Request) => sessionAnswer(request, session),
    /** Returns the data of the login page. Throws a redirect for an admin who is signed in already. */
    loginView: (request: Request) => loginView(request, { visitors, adminEmails, google: google !== null }),
    /** Null while Google sign-in is not configured. */
    startGoogle: (request: Request, callerKey: string) => google && startGoogle(request, callerKey, google),
    finishGoogle: (request: Request, callerKey: string) => google && finishGoogle(request, callerKey, google),
    close: () => store.close?.(),
  };
}
