import type { SessionStorage } from "@remix-run/node";
import { PRIVATE } from "../platform/cache-control.ts";
import type { ContentStore } from "../platform/content-store.ts";
import type { Env } from "../platform/env.server.ts";
import type { AppError } from "../platform/errors.ts";
import { createLimiter } from "../platform/rate-limit.server.ts";
import { createSlowdown } from "../platform/slowdown.server.ts";
import type { NewJob } from "../submissions/queue/job.ts";
import { storeError } from "../platform/store-error.server.ts";
import { accountView, receiveAccountForm, type AccountDesk } from "./account-settings.server.ts";
import { findAccount } from "./account.server.ts";
import type { CurrentUser } from "./current-user.ts";
import { destination } from "./destination.ts";
import type { KnownBrowsers } from "./known-browsers.server.ts";
import { accountOfToken, receiveNewPassword, receiveResetRequest } from "./password-reset.server.ts";
import type { ResetDesk } from "./password-reset.server.ts";
import { safeRedirectPath } from "./redirect-path.ts";
import { consumeCode } from "./second-factor.server.ts";
import { beginSecondStep, isInSecondStep, receiveCode } from "./second-step.server.ts";
import type { PendingSignIn, SecondStepDesk } from "./second-step.server.ts";
import { receiveSignIn, type SignInDesk } from "./sign-in.server.ts";
import { userOf, verifyCredentials } from "./verify-credentials.server.ts";
import type { Visitors } from "./visitor.server.ts";

interface PasswordAuthDeps {
  env: Pick<Env, "adminEmails" | "publicUrl" | "redis">;
  secret: string;
  store: ContentStore;
  visitors: Pick<Visitors, "signIn">;
  knownBrowsers: KnownBrowsers;
  pending: SessionStorage<PendingSignIn>;
  /** Ends every session of a user, of sign-ins under way and of known browsers too. */
  endSessions: (uid: string) => Promise<void>;
  mail: (job: NewJob) => void;
  report: (error: AppError) => void;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Signing in with a password, its second factor, its reset, and what its owner can change. */
export function createPasswordAuth(deps: PasswordAuthDeps) {
  const { env, secret, store, visitors, knownBrowsers, pending, report } = deps;
  const { recognize } = knownBrowsers;
  const limiter = (name: string, requests: number, seconds = 15 * MINUTE) =>
    createLimiter({ name, requests, seconds }, env.redis, "refuse");
  const perCaller = limiter("sign-in", 30);

  const begin = async (request: Request, user: CurrentUser) => [
    await visitors.signIn(request, user),
    await knownBrowsers.remember(request, user.uid),
  ];

  const signIn: SignInDesk = {
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
    verify: (credentials) => verifyCredentials(store.readClient, credentials),
    async proceed(request, account, asked) {
      if (account.secondFactor) {
        const cookie = await beginSecondStep(pending, account, safeRedirectPath(asked) ?? null);
        return { outcome: { status: "code-needed", to: "/login/code" }, cookies: [cookie] };
      }
      const to = destination(env.adminEmails, account, asked);
      return { outcome: { status: "signed-in", to }, cookies: await begin(request, userOf(account)) };
    },
    report,
  };

  const secondStep: SecondStepDesk = {
    perCaller,
    // Whoever tries codes has the password, and three of a million codes are right: about a hundred tries a day.
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
    destination: (account, asked) => destination(env.adminEmails, account, asked),
    report,
  };

  const reset: ResetDesk = {
    ...deps,
    publicUrl: env.publicUrl,
    perCaller: limiter("password-reset", 10),
    perRecipient: limiter("password-reset-mail", 3, HOUR),
    // Well after the answer, so that its time tells nothing.
    later: (work) => void setTimeout(() => void work().catch(report), 1_000).unref(),
  };
  const account: AccountDesk = { ...reset, perUser: limiter("account", 10), begin };

  /** For loaders: logs what failed and throws the answer. */
  function throwResponse(cause: unknown): never {
    const error = storeError(cause);
    report(error);
    const headers = { "Cache-Control": PRIVATE, "Retry-After": "30" };
    throw new Response(null, { status: error.status, headers });
  }

  return {
    signIn: (request: Request, callerKey: string) => receiveSignIn(request, callerKey, signIn),
    /** Takes the code of the second factor. */
    signInWithCode: (request: Request, callerKey: string) => receiveCode(request, callerKey, secondStep),
    /** Whether the browser typed the right password of an account with a second factor. Throws a Response. */
    isCodeNeeded: (request: Request) => isInSecondStep(pending, request).catch(throwResponse),
    /** Mails a link that sets a new password. */
    requestReset: (request: Request, callerKey: string) => receiveResetRequest(request, callerKey, reset),
    /** Sets a new password with the token of such a link. */
    resetPassword: (request: Request, callerKey: string, token: string) =>
      receiveNewPassword(request, callerKey, token, reset),
    /** Throws a Response. */
    isGoodResetToken: async (token: string) =>
      (await accountOfToken(token, reset, Date.now()).catch(throwResponse)) !== null,
    /** What /account shows. Throws a Response. */
    accountView: (user: CurrentUser) => accountView(user, account).catch(throwResponse),
    changeAccount: (request: Request, user: CurrentUser) => receiveAccountForm(request, user, account),
  };
}
