import { parseWithZod } from "@conform-to/zod/v4";
import { encode } from "uqr";
import { z } from "zod";
import { AppError } from "../platform/errors.ts";
import { receiveForm, reply, type Reply } from "../platform/http/receive-form.server.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { openSealedText, sealText } from "../platform/secret.server.ts";
import {
  accountId,
  changeAccount,
  findAccount,
  passwordUid,
  type SecondFactor,
  type StoredAccount,
} from "./accounts.server.ts";
import { cookieHeaders, countAttempt, refusedBy } from "./attempts.server.ts";
import { beginSession, type AuthCore, type BeginDeps } from "./begin-session.server.ts";
import { AUTH_ERRORS } from "./messages.ts";
import { setPassword } from "./password-reset.server.ts";
import { checkNewPassword, MAX_PASSWORD_LENGTH } from "./passwords.server.ts";
import {
  type AccountForm,
  type AccountOutcome,
  type AccountResult,
  type AccountView,
  type TotpSetup,
  ACCOUNT_FORMS,
} from "./results.ts";
import {
  newRecoveryCodes,
  newSecondFactor,
  newTotpSecret,
  stepOfCode,
  totpUri,
} from "./second-factor.server.ts";
import type { CurrentUser } from "./session.ts";

/** How long a started setup stays valid. */
const SETUP_MS = 15 * 60_000;

export interface AccountDeps
  extends BeginDeps, Pick<AuthCore, "passwords" | "secret" | "publicUrl" | "sendEmail" | "report"> {
  /** Passwords and codes tried on the page, by user. */
  perUser: Limiter;
}

const accountOf = ({ provider, email }: CurrentUser, { store }: Pick<AuthCore, "store">) =>
  provider === "password" ? findAccount(store.readClient, email) : null;

/** Returns the data of /account. Throws the store's AppError. */
export async function accountView(user: CurrentUser, deps: Pick<AuthCore, "store">): Promise<AccountView> {
  const account = await accountOf(user, deps);
  const factor = account?.secondFactor;
  return {
    email: user.email,
    hasPassword: Boolean(account?.passwordHash),
    secondFactor: factor ? { setAt: factor.setAt, codesLeft: factor.recoveryHashes.length } : null,
  };
}

type Owner = Pick<StoredAccount, "_id" | "email">;

/** Encrypts the setup for the browser, bound to the account, with its expiry. */
const sealSetup = (account: Owner, secret: string, totpSecret: string) =>
  sealText(`${Date.now() + SETUP_MS} ${totpSecret}`, { secret, purpose: "totp-setup", owner: account._id });

function openSetup(sealed: string, account: Owner, secret: string): string | null {
  const opened = openSealedText(sealed, { secret, purpose: "totp-setup", owner: account._id });
  const [endsAt = "0", totpSecret = ""] = (opened ?? "").split(" ");
  return Number(endsAt) > Date.now() ? totpSecret : null;
}

/** Returns a QR code as one SVG path, one unit per module, with the quiet zone. */
function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { path, size };
}

function setupOf(account: Owner, totpSecret: string, deps: AccountDeps): TotpSetup {
  const uri = totpUri(totpSecret, { issuer: new URL(deps.publicUrl).hostname, email: account.email });
  return {
    qr: qrPath(uri),
    uri,
    key: totpSecret.replaceAll(/(.{4})(?=.)/g, "$1 "),
    sealed: sealSetup(account, deps.secret, totpSecret),
  };
}

interface Step {
  account: StoredAccount;
  posted: FormData;
  deps: AccountDeps;
}

/** What became of a form; `form` where another one has to be shown. */
type Outcome = AccountOutcome & { form?: AccountForm };

const invalid = (field: string, message: string, setup?: TotpSetup): Outcome => ({
  status: "invalid",
  errors: { [field]: [message] },
  ...(setup ? { setup } : {}),
});

const changedMeanwhile = () =>
  new AppError("conflict", "The account was changed by another request.", {
    safeMessage: AUTH_ERRORS.conflict,
  });

async function changeFactor({ account, deps }: Step, secondFactor: SecondFactor | null): Promise<void> {
  if (!(await changeAccount(deps.store.writeClient, account, { secondFactor }))) throw changedMeanwhile();
}

async function changePassword({ account, posted, deps }: Step): Promise<Outcome> {
  const submission = await checkNewPassword(posted, account.email);
  if (submission.status !== "success") return { status: "invalid", errors: submission.reply().error ?? {} };
  if (!(await setPassword(account, submission.value.newPassword, deps))) throw changedMeanwhile();
  return { status: "done" };
}

async function confirmTotp(given: Step): Promise<Outcome> {
  const { account, posted, deps } = given;
  const totpSecret = openSetup(String(posted.get("setup")), account, deps.secret);
  if (totpSecret === null) return { ...invalid("password", AUTH_ERRORS.setupExpired), form: "totp-start" };
  const code = String(posted.get("code") ?? "").replaceAll(/\s/g, "");
  const now = new Date();
  const step = /^\d{6}$/.test(code) ? stepOfCode(totpSecret, code, now) : null;
  if (step === null) return invalid("code", AUTH_ERRORS.wrongCode, setupOf(account, totpSecret, deps));
  const options = { accountId: account._id, secret: deps.secret, step, now };
  const { secondFactor, recoveryCodes } = newSecondFactor(totpSecret, options);
  await changeFactor(given, secondFactor);
  return { status: "codes", recoveryCodes };
}

async function renewCodes(given: Step): Promise<Outcome> {
  const { account } = given;
  if (!account.secondFactor) throw changedMeanwhile();
  const { codes, hashes } = newRecoveryCodes(account._id);
  await changeFactor(given, { ...account.secondFactor, recoveryHashes: hashes });
  return { status: "codes", recoveryCodes: codes };
}

async function removeTotp(given: Step): Promise<Outcome> {
  await changeFactor(given, null);
  return { status: "done" };
}

const STEPS: Record<Exclude<AccountForm, "sessions">, (step: Step) => Promise<Outcome>> = {
  password: changePassword,
  "totp-start": async ({ account, deps }) => ({
    status: "setup",
    setup: setupOf(account, newTotpSecret(), deps),
  }),
  "totp-confirm": confirmTotp,
  "recovery-codes": renewCodes,
  "totp-remove": removeTotp,
};

/** Returns the setup of a code that could not be checked, to try again. It needs no store, which may be what failed. */
function postedSetup(posted: FormData, { email }: CurrentUser, deps: AccountDeps): TotpSetup | null {
  const owner = { _id: accountId(email), email };
  const totpSecret = openSetup(String(posted.get("setup")), owner, deps.secret);
  return totpSecret === null ? null : setupOf(owner, totpSecret, deps);
}

const formSchema = z.object({ form: z.enum(ACCOUNT_FORMS) });

/**
 * Handles a form of /account. All but the code of a setup and signing out elsewhere require the password again, so that an open
 * browser or a stolen session cannot change anything. Never throws.
 */
export function receiveAccountForm(
  request: Request,
  user: CurrentUser,
  deps: AccountDeps,
): Promise<Reply<AccountResult>> {
  let form: AccountForm = "password";
  const failed = (cause: unknown, _typed?: unknown, posted?: FormData): Reply<AccountResult> => {
    const { result, ...init } = refusedBy(deps.report)(cause);
    const failure = { ...result, status: "failed" } as const;
    if (form !== "totp-confirm" || !posted) return { result: { ...failure, form }, ...init };
    const setup = postedSetup(posted, user, deps);
    return { result: setup ? { ...failure, form, setup } : { ...failure, form: "totp-start" }, ...init };
  };
  const names = ["form", "password", "newPassword", "repeated", "setup", "code"];
  return receiveForm(request, { names, failed }, async ({ form: posted }): Promise<Reply<AccountResult>> => {
    const chosen = parseWithZod(posted, { schema: formSchema });
    if (chosen.status !== "success") throw new AppError("bad-request", "No such form on /account.");
    ({ form } = chosen.value);
    await countAttempt(deps.perUser, user.uid);
    const outcome = await outcomeOf(form, user, posted, deps);
    // These two end all sessions of the user, and this browser gets a new one.
    const isSignedOut = outcome.status === "done" && (form === "password" || form === "sessions");
    const { cookies } = isSignedOut ? await beginSession(request, user, deps) : { cookies: [] };
    if (form !== "sessions" && outcome.status !== "invalid") await deps.perUser.forget(user.uid);
    return reply({ form, ...outcome }, outcome.status === "invalid" ? 422 : 200, cookieHeaders(cookies));
  });
}

async function outcomeOf(
  form: AccountForm,
  user: CurrentUser,
  posted: FormData,
  deps: AccountDeps,
): Promise<Outcome> {
  if (form === "sessions") {
    await deps.endSessions(passwordUid(user.email));
    return { status: "done" };
  }
  const account = await accountOf(user, deps);
  if (!account?.passwordHash) throw new AppError("permission-denied", "This user has no password account.");
  if (form !== "totp-confirm") {
    const password = String(posted.get("password") ?? "");
    if (password === "") return invalid("password", AUTH_ERRORS.passwordRequired);
    const typed = password.slice(0, MAX_PASSWORD_LENGTH + 1);
    const caller = { key: user.uid, isKnown: true };
    if (!(await deps.passwords.verify(typed, account.passwordHash, caller)))
      return invalid("password", AUTH_ERRORS.wrongPassword);
  }
  return STEPS[form]({ account, posted, deps });
}
