import type { Logger } from "pino";
import type { ContentClients } from "../content/client.server.ts";
import type { SendEmail } from "../email/email.ts";
import type { GivenRole } from "../model/roles.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import { storeError } from "../platform/content-store.server.ts";
import type { Env } from "../platform/env.server.ts";
import type { AppError } from "../platform/errors.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import { createSlowdown } from "../platform/slowdown.server.ts";
import { accountView, receiveAccountForm, type AccountDeps } from "./account-settings.server.ts";
import { passwordUid } from "./accounts.server.ts";
import { createKnownBrowsers, type KnownBrowser } from "./attempts.server.ts";
import type { AuthCore, PendingSignIn } from "./begin-session.server.ts";
import { type GoogleHandshake, finishGoogle, startGoogle, type GoogleDeps } from "./google.server.ts";
import { createGuards } from "./guards.server.ts";
import {
  accountOfToken,
  receiveNewPassword,
  receiveResetRequest,
  type ResetDeps,
} from "./password-reset.server.ts";
import { createPasswords } from "./passwords.server.ts";
import { receiveInvitation, receivePeopleForm, type PeopleFormDeps } from "./people-forms.server.ts";
import { createPeople } from "./people.server.ts";
import { isInSecondStep, receiveCode, type SecondStepDeps } from "./second-factor.server.ts";
import type { CurrentUser } from "./session.ts";
import { createSessions, HANDSHAKE, KNOWN_BROWSER, openSessions, SECOND_STEP } from "./sessions.server.ts";
import { loginView, receiveSignIn, type SignInDeps } from "./sign-in.server.ts";
import { sessionResponse, type TokenSyncDeps } from "./token-sync.server.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** For loaders: returns a function that logs an error and throws its Response. */
function throwResponseTo(report: (error: AppError) => void) {
  return (cause: unknown): never => {
    const error = storeError(cause);
    report(error);
    const headers = { "Cache-Control": PRIVATE, "Retry-After": "30" };
    throw new Response(null, { status: error.status, headers });
  };
}

/** Logs failed sign-ins without names and emails: errors with their cause, rejected attempts in one line. */
function reportSignInTo(log: Pick<Logger, "error" | "info">): (error: AppError) => void {
  return (error) => {
    const { code, status } = error;
    if (status >= 500 && code !== "auth/busy") log.error({ code, status, err: error }, "sign-in failed");
    else log.info({ code, status }, "sign-in refused");
  };
}

interface AuthDeps {
  env: Env;
  log: Logger;
  secret: string;
  clients: Pick<ContentClients, "readClient" | "writeClient">;
  sendEmail: SendEmail;
}

export function createAuth({ env, log, secret, clients: store, sendEmail }: AuthDeps) {
  const { adminEmails, publicUrl, redis } = env;
  const { store: sessions, common, visitorsWith } = openSessions(env, secret);
  const visitors = visitorsWith({ passive: false });
  const report = reportSignInTo(log);
  const throwResponse = throwResponseTo(report);
  const limiter = (name: string, requests: number, seconds = 15 * MINUTE) =>
    createLimiter({ name, requests, seconds }, redis, "refuse");
  const endListeners = new Set<() => void>();
  const core: AuthCore = {
    adminEmails,
    publicUrl,
    secret,
    store,
    passwords: createPasswords(),
    visitors,
    sessions,
    knownBrowsers: createKnownBrowsers(
      createSessions<KnownBrowser>({ ...common, name: "known-browser", lifetime: KNOWN_BROWSER }),
    ),
    pending: createSessions<PendingSignIn>({ ...common, name: "second-step", lifetime: SECOND_STEP }),
    async endSessions(uid) {
      await sessions.removeAllOf(uid);
      for (const listener of endListeners) listener();
    },
    sendEmail,
    report,
  };
  const perCaller = limiter("sign-in", 30);
  const signIn: SignInDeps = {
    ...core,
    perCaller,
    perAccount: createSlowdown(
      {
        name: "sign-in-account",
        freeAttempts: 10,
        firstDelaySeconds: 5,
        maxDelaySeconds: MINUTE,
        windowSeconds: 15 * MINUTE,
      },
      redis,
    ),
    perBrowser: limiter("sign-in-browser", 10),
  };
  const secondStep: SecondStepDeps = {
    ...core,
    perCaller,
    // Callers already know the password, and three of a million codes are valid: about a hundred attempts a day.
    perAccount: createSlowdown(
      {
        name: "code-account",
        freeAttempts: 5,
        firstDelaySeconds: 30,
        maxDelaySeconds: 15 * MINUTE,
        windowSeconds: 24 * HOUR,
      },
      redis,
    ),
    perBrowser: limiter("code-browser", 5),
  };
  const reset: ResetDeps = {
    ...core,
    perCaller: limiter("password-reset", 10),
    perRecipient: limiter("password-reset-mail", 3, HOUR),
  };
  const account: AccountDeps = { ...core, perUser: limiter("account", 10) };
  const google: GoogleDeps | null = env.google.on
    ? {
        ...core,
        client: { ...env.google, callbackUrl: `${publicUrl}/login/google/callback` },
        handshakes: createSessions<GoogleHandshake>({ ...common, name: "handshake", lifetime: HANDSHAKE }),
        // A sign-in with Google takes two requests.
        perAddress: limiter("google", 60),
      }
    : null;
  const people = createPeople(core);
  const peopleForms: PeopleFormDeps = {
    ...core,
    people,
    perAdmin: limiter("invitation", 30, HOUR),
    perCaller: limiter("invitation-link", 10),
  };
  const tokenSync: TokenSyncDeps = { ...core, syncPath: env.tokenSyncUrl };

  return {
    visitors,
    // Background requests, such as an open event stream, do not extend the session.
    ...createGuards({ visitors, watchedVisitors: visitorsWith({ passive: true }), log }),
    signIn: (request: Request, callerKey: string) => receiveSignIn(request, callerKey, signIn),
    signInWithCode: (request: Request, callerKey: string) => receiveCode(request, callerKey, secondStep),
    /** Returns whether the browser entered the password of an account with a second factor. Throws a Response. */
    isCodeNeeded: (request: Request) => isInSecondStep(core, request).catch(throwResponse),
    requestReset: (request: Request, callerKey: string) => receiveResetRequest(request, callerKey, reset),
    resetPassword: (request: Request, callerKey: string, token: string) =>
      receiveNewPassword(request, callerKey, token, reset),
    /** Throws a Response. */
    isGoodResetToken: async (token: string) =>
      (await accountOfToken(token, core).catch(throwResponse)) !== null,
    /** Returns the data of /account. Throws a Response. */
    accountView: (user: CurrentUser) => accountView(user, core).catch(throwResponse),
    changeAccount: (request: Request, user: CurrentUser) => receiveAccountForm(request, user, account),
    /** Calls `listener` after sessions were ended by their owner or an admin, so that what they keep open ends too. */
    onSessionsEnded: (listener: () => void) => void endListeners.add(listener),
    /** Who wrote something in the content store: the id that the lake has of an email address, and the present role of such an id. */
    authors: { idOf: passwordUid, roleOf: people.roleOf },
    /** Returns who may sign in. Throws a Response. */
    listPeople: () => people.list(!env.mail.on).catch(throwResponse),
    /** Handles the forms of /admin/people. `by` is the admin's email. */
    changePeople: (request: Request, by: string) => receivePeopleForm(request, by, peopleForms),
    /** Returns whom and to which role an invitation's link invites, or null when it is not valid. Throws a Response. */
    async invited(token: string): Promise<{ email: string; role: GivenRole } | null> {
      const invitee = await people.accountOfInvitation(token).catch(throwResponse);
      return invitee && { email: invitee.email, role: invitee.role };
    },
    /** Handles the form of an invitation's link. */
    acceptInvitation: (request: Request, callerKey: string, token: string) =>
      receiveInvitation(request, callerKey, token, peopleForms),
    /** Handles `GET /api/session`. */
    session: (request: Request) => sessionResponse(request, tokenSync),
    loginView: (request: Request) => loginView(request, visitors, google !== null),
    /** Redirects to Google. Null when Google sign-in is not configured. */
    startGoogle: (request: Request, callerKey: string) => google && startGoogle(request, callerKey, google),
    finishGoogle: (request: Request, callerKey: string) => google && finishGoogle(request, callerKey, google),
    close: () => sessions.close?.(),
  };
}
