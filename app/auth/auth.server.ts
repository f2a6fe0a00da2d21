import type { SessionStorage } from "@remix-run/node";
import type { Logger } from "pino";
import type { ContentClients } from "../content/client.server.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import { type ContentStore, storeError } from "../platform/content-store.server.ts";
import type { SendEmail } from "../email/email.ts";
import type { Env } from "../platform/env.server.ts";
import type { GivenRole } from "../model/roles.ts";
import type { AppError } from "../platform/errors.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import { createSlowdown } from "../platform/slowdown.server.ts";
import { accountView, receiveAccountForm, type AccountDeps } from "./account-settings.server.ts";
import { findAccount, userOf, verifyCredentials } from "./accounts.server.ts";
import { type KnownBrowsers, createKnownBrowsers, type KnownBrowser } from "./attempts.server.ts";
import { type GoogleHandshake, finishGoogle, startGoogle, type GoogleDeps } from "./google.server.ts";
import { createGuards } from "./guards.server.ts";
import {
  accountOfToken,
  receiveNewPassword,
  receiveResetRequest,
  type ResetDeps,
} from "./password-reset.server.ts";
import { destination, safeRedirectPath } from "./redirect-path.ts";
import { createPasswords, type Passwords } from "./passwords.server.ts";
import { createBeginSession, type BeginSession } from "./begin-session.server.ts";
import { receiveTokenSync } from "./token-sync.server.ts";
import { createPeople } from "./people.server.ts";
import { receiveInvitation, receivePeopleForm, type PeopleFormDeps } from "./people-forms.server.ts";
import type { CurrentUser } from "./session.ts";
import {
  consumeCode,
  beginSecondStep,
  isInSecondStep,
  receiveCode,
  type PendingSignIn,
  type SecondStepDeps,
} from "./second-factor.server.ts";
import {
  sessionAnswer,
  openSessions,
  createSessions,
  HANDSHAKE,
  KNOWN_BROWSER,
  SECOND_STEP,
} from "./sessions.server.ts";
import { receiveSignIn, type SignInDeps, loginView } from "./sign-in.server.ts";

interface PasswordAuthDeps {
  env: Pick<Env, "adminEmails" | "publicUrl" | "redis">;
  secret: string;
  store: ContentStore;
  passwords: Passwords;
  begin: BeginSession;
  knownBrowsers: KnownBrowsers;
  pending: SessionStorage<PendingSignIn>;
  /** Ends all sessions of a user, including pending sign-ins and known browsers. */
  endSessions: (uid: string) => Promise<void>;
  sendEmail: SendEmail;
  report: (error: AppError) => void;
}

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

function createPasswordAuth(deps: PasswordAuthDeps) {
  const { env, secret, store, passwords, begin, knownBrowsers, pending, report } = deps;
  const { recognize } = knownBrowsers;
  const limiter = (name: string, requests: number, seconds = 15 * MINUTE) =>
    createLimiter({ name, requests, seconds }, env.redis, "refuse");
  const perCaller = limiter("sign-in", 30);

  const signIn: SignInDeps = {
    perCaller,
    perAccount: createSlowdown(
      {
        name: "sign-in-account",
        freeAttempts: 10,
        firstDelaySeconds: 5,
        maxDelaySeconds: MINUTE,
        windowSeconds: 15 * MINUTE,
      },
      env.redis,
    ),
    perBrowser: limiter("sign-in-browser", 10),
    recognize,
    verify: (credentials, caller) => verifyCredentials(store.readClient, passwords, credentials, caller),
    async proceed(request, account, asked) {
      if (account.secondFactor) {
        const cookie = await beginSecondStep(pending, account, safeRedirectPath(asked) ?? null);
        return { result: { status: "code-needed", to: "/login/code" }, cookies: [cookie] };
      }
      const { cookies, role } = await begin(request, userOf(account));
      return { result: { status: "signed-in", to: destination(role, asked) }, cookies };
    },
    report,
  };

  const secondStep: SecondStepDeps = {
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
      env.redis,
    ),
    perBrowser: limiter("code-browser", 5),
    recognize,
    pending,
    findAccount: (email) => findAccount(store.readClient, email),
    consumeCode: (account, code) =>
      consumeCode(store.writeClient, account, code, { secret, now: new Date() }),
    begin: (request, account) => begin(request, userOf(account)),
    report,
  };

  const reset: ResetDeps = {
    ...deps,
    publicUrl: env.publicUrl,
    perCaller: limiter("password-reset", 10),
    perRecipient: limiter("password-reset-mail", 3, HOUR),
    // After the response, so that its time does not reveal whether the account exists.
    later: (work) => void setTimeout(() => void work().catch(report), 1_000).unref(),
  };
  const account: AccountDeps = { ...reset, perUser: limiter("account", 10), begin };

  const throwResponse = throwResponseTo(report);

  return {
    signIn: (request: Request, callerKey: string) => receiveSignIn(request, callerKey, signIn),
    signInWithCode: (request: Request, callerKey: string) => receiveCode(request, callerKey, secondStep),
    /** Returns whether the browser entered the password of an account with a second factor. Throws a Response. */
    isCodeNeeded: (request: Request) => isInSecondStep(pending, request).catch(throwResponse),
    requestReset: (request: Request, callerKey: string) => receiveResetRequest(request, callerKey, reset),
    resetPassword: (request: Request, callerKey: string, token: string) =>
      receiveNewPassword(request, callerKey, token, reset),
    /** Throws a Response. */
    isGoodResetToken: async (token: string) =>
      (await accountOfToken(token, reset, Date.now()).catch(throwResponse)) !== null,
    /** Returns the data of /account. Throws a Response. */
    accountView: (user: CurrentUser) => accountView(user, account).catch(throwResponse),
    changeAccount: (request: Request, user: CurrentUser) => receiveAccountForm(request, user, account),
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

const WINDOW = { seconds: 900 };

export function createAuth({ env, log, secret, clients, sendEmail }: AuthDeps) {
  const { adminEmails, publicUrl, redis } = env;
  const { store, common, visitorsWith } = openSessions(env, secret);
  const visitors = visitorsWith({ passive: false });
  const report = reportSignInTo(log);

  const knownBrowsers = createKnownBrowsers(
    createSessions<KnownBrowser>({ ...common, name: "known-browser", lifetime: KNOWN_BROWSER }),
  );
  const endListeners = new Set<() => void>();
  const endSessions = async (uid: string) => {
    await store.removeAllOf(uid);
    for (const listener of endListeners) listener();
  };
  const begin = createBeginSession({
    adminEmails,
    store: clients,
    visitors,
    sessions: store,
    knownBrowsers,
    endSessions,
  });
  const passwords = createPasswords();
  const pending = createSessions<PendingSignIn>({ ...common, name: "second-step", lifetime: SECOND_STEP });
  const passwordAuth = createPasswordAuth({
    env,
    secret,
    store: clients,
    passwords,
    begin,
    knownBrowsers,
    pending,
    endSessions,
    sendEmail,
    report,
  });
  const google: GoogleDeps | null = env.google.on
    ? {
        client: { ...env.google, callbackUrl: `${publicUrl}/login/google/callback` },
        handshakes: createSessions<GoogleHandshake>({ ...common, name: "handshake", lifetime: HANDSHAKE }),
        // A sign-in with Google takes two requests.
        perAddress: createLimiter({ name: "google", requests: 60, ...WINDOW }, redis, "refuse"),
        begin,
        report,
      }
    : null;
  const people = createPeople({
    adminEmails,
    publicUrl,
    secret,
    store: clients,
    passwords,
    sessions: store,
    endSessions,
  });
  const peopleForms: PeopleFormDeps = {
    people,
    perAdmin: createLimiter({ name: "invitation", requests: 30, seconds: HOUR }, redis, "refuse"),
    perCaller: createLimiter({ name: "invitation-link", requests: 10, ...WINDOW }, redis, "refuse"),
    begin,
    pending,
    sendEmail,
    report,
  };
  const session = { stateOf: visitors.stateOf, syncPath: env.tokenSyncUrl, secret, publicUrl, report };

  return {
    visitors,
    // Background requests, such as an open event stream, do not extend the session.
    ...createGuards({ visitors, watchedVisitors: visitorsWith({ passive: true }), log }),
    ...passwordAuth,
    /** Calls `listener` after sessions were ended by their owner or an admin, so that what they keep open ends too. */
    onSessionsEnded: (listener: () => void) => void endListeners.add(listener),
    /** Returns who may sign in. Throws a Response. */
    listPeople: () => people.list().catch(throwResponseTo(report)),
    /** Handles the forms of /admin/people. `by` is the admin's email. */
    changePeople: (request: Request, by: string) => receivePeopleForm(request, by, peopleForms),
    /** Returns whom and to which role an invitation's link invites, or null when it is not valid. Throws a Response. */
    async invited(token: string): Promise<{ email: string; role: GivenRole } | null> {
      const account = await people.accountOfInvitation(token).catch(throwResponseTo(report));
      return account && { email: account.email, role: account.role };
    },
    /** Handles the form of an invitation's link. */
    acceptInvitation: (request: Request, callerKey: string, token: string) =>
      receiveInvitation(request, callerKey, token, peopleForms),
    /** Handles `GET /api/session`. */
    session: (request: Request) => sessionAnswer(request, session),
    /** Handles POST and DELETE of an ID token. */
    syncToken: (request: Request) =>
      receiveTokenSync(request, { visitors, syncPath: env.tokenSyncUrl, secret, publicUrl, report }),
    loginView: (request: Request) => loginView(request, { visitors, google: google !== null }),
    /** Redirects to Google. Null when Google sign-in is not configured. */
    startGoogle: (request: Request, callerKey: string) => google && startGoogle(request, callerKey, google),
    finishGoogle: (request: Request, callerKey: string) => google && finishGoogle(request, callerKey, google),
    close: () => store.close?.(),
  };
}
