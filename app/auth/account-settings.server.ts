import { parseWithZod } from "@conform-to/zod/v4";
import { encode } from "uqr";
import { z } from "zod";
import { AppError } from "../platform/errors.ts";
import type { Limiter } from "../platform/rate-limit.server.ts";
import { openSealedText, sealText } from "../platform/secret.server.ts";
import { receiveForm, reply, type Reply } from "../platform/http/receive-form.server.ts";
import { changeAccount, findAccount, passwordUid, type StoredAccount } from "./accounts.server.ts";
import {
  type AccountForm,
  type AccountResult,
  type AccountView,
  type TotpSetup,
  ACCOUNT_FORMS,
} from "./results.ts";
import type { CurrentUser } from "./session.ts";
import type { BeginSession } from "./begin-session.server.ts";
import { AUTH_ERRORS } from "./messages.ts";
import { checkNewPassword, MAX_PASSWORD_LENGTH } from "./passwords.server.ts";
import { setPassword, type ResetDeps } from "./password-reset.server.ts";
import {
  newRecoveryCodes,
  newSecondFactor,
  newTotpSecret,
  stepOfCode,
  totpUri,
} from "./second-factor.server.ts";
import { cookieHeaders, countAttempt, refusedBy } from "./attempts.server.ts";

/** How long a started setup stays valid. */
const SETUP_MS = 15 * 60_000;

export interface AccountDeps extends Pick<
  ResetDeps,
  "store" | "passwords" | "secret" | "publicUrl" | "endSessions" | "sendEmail"
> {
  /** Passwords and codes tried on the page, by user. */
  perUser: Limiter;
  /** Starts a new session and remembers the browser. */
  begin: BeginSession;
  report: (error: AppError) => void;
}

/** Returns the data of /account. Throws the store's AppError. */
export async function accountView(
  user: CurrentUser,
  { store }: Pick<AccountDeps, "store">,
): Promise<AccountView> {
  const account = user.provider === "password" ? await findAccount(store.readClient, user.email) : null;
  const factor = account?.secondFactor;
  return {
    email: user.email,
    hasPassword: Boolean(account?.passwordHash),
    secondFactor: factor ? { setAt: factor.setAt, codesLeft: factor.recoveryHashes.length } : null,
  };
}

/** Encrypts the setup for the browser, bound to the account, with its expiry. */
const sealSetup = (account: StoredAccount, secret: string, totpSecret: string) =>
  sealText(`${Date.now() + SETUP_MS} ${totpSecret}`, { secret, purpose: "totp-setup", owner: account._id });

function openSetup(sealed: string, account: StoredAccount, secret: string): string | null {
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

function setupOf(account: StoredAccount, totpSecret: string, deps: AccountDeps): TotpSetup {
  const uri = totpUri(totpSecret, { issuer: new URL(deps.publicUrl).hostname, email: account.email });
  return {
    qr: qrPath(uri),
    uri,
    key: totpSecret.replaceAll(/(.{4})(?=.)/g, "$1 "),
    sealed: sealSetup(account, deps.secret, totpSecret),
  };
}

type PasswordForm = Exclude<AccountForm, "sessions">;

type StepResult = { result: AccountResult; status?: number; cookies?: string[] };

const invalid = (form: AccountForm, field: string, message: string, setup?: TotpSetup): StepResult => ({
  result: { form, status: "invalid", errors: { [field]: [message] }, ...(setup ? { setup } : {}) },
  status: 422,
});

const changedMeanwhile = () =>
  new AppError("conflict", "The account was changed by another request.", {
    safeMessage: AUTH_ERRORS.conflict,
  });

interface Step {
  request: Request;
  user: CurrentUser;
  account: StoredAccount;
  form: FormData;
  deps: AccountDeps;
}

async function changePassword({ request, user, account, form, deps }: Step): Promise<StepResult> {
  const submission = await checkNewPassword(form, account.email);
  if (submission.status !== "success")
    return {
      result: { form: "password", status: "invalid", errors: submission.reply().error ?? {} },
      status: 422,
    };
  if (!(await setPassword(account, submission.value.newPassword, deps))) throw changedMeanwhile();
  return {
    result: { form: "password", status: "done" },
    cookies: (await deps.begin(request, user)).cookies,
  };
}

async function confirmTotp({ account, form, deps }: Step): Promise<StepResult> {
  const totpSecret = openSetup(String(form.get("setup")), account, deps.secret);
  if (totpSecret === null) return invalid("totp-start", "password", AUTH_ERRORS.setupExpired);
  const code = String(form.get("code") ?? "").replaceAll(/\s/g, "");
  const step = /^\d{6}$/.test(code) ? stepOfCode(totpSecret, code, new Date()) : null;
  if (step === null)
    return invalid("totp-confirm", "code", AUTH_ERRORS.wrongCode, setupOf(account, totpSecret, deps));
  const { secondFactor, recoveryCodes } = newSecondFactor(totpSecret, {
    accountId: account._id,
    secret: deps.secret,
    step,
    now: new Date(),
  });
  if (!(await changeAccount(deps.store.writeClient, account, { secondFactor }))) throw changedMeanwhile();
  return { result: { form: "totp-confirm", status: "codes", recoveryCodes } };
}

async function renewCodes({ account, deps }: Step): Promise<StepResult> {
  if (!account.secondFactor) throw changedMeanwhile();
  const { codes, hashes } = newRecoveryCodes(account._id);
  const secondFactor = { ...account.secondFactor, recoveryHashes: hashes };
  if (!(await changeAccount(deps.store.writeClient, account, { secondFactor }))) throw changedMeanwhile();
  return { result: { form: "recovery-codes", status: "codes", recoveryCodes: codes } };
}

async function removeTotp({ account, deps }: Step): Promise<StepResult> {
  if (!(await changeAccount(deps.store.writeClient, account, { secondFactor: null })))
    throw changedMeanwhile();
  return { result: { form: "totp-remove", status: "done" } };
}

const STEPS: Record<PasswordForm, (step: Step) => Promise<StepResult>> = {
  password: changePassword,
  "totp-start": async ({ account, deps }) => ({
    result: { form: "totp-start", status: "setup", setup: setupOf(account, newTotpSecret(), deps) },
  }),
  "totp-confirm": confirmTotp,
  "recovery-codes": renewCodes,
  "totp-remove": removeTotp,
};

/** Ends all sessions of the user but the one that this request gets. */
async function signOutElsewhere(
  request: Request,
  user: CurrentUser,
  { endSessions, begin }: AccountDeps,
): Promise<StepResult> {
  await endSessions(passwordUid(user.email));
  return { result: { form: "sessions", status: "done" }, cookies: (await begin(request, user)).cookies };
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
  const failed = (cause: unknown): Reply<AccountResult> => {
    const { result, ...init } = refusedBy(deps.report)(cause);
    return { result: { ...result, form, status: "failed" }, ...init };
  };
  const names = ["form", "password", "newPassword", "repeated", "setup", "code"];
  return receiveForm(request, { names, failed }, async ({ form: posted }) => {
    const chosen = parseWithZod(posted, { schema: formSchema });
    if (chosen.status !== "success") throw new AppError("bad-request", "No such form on /account.");
    ({ form } = chosen.value);
    await countAttempt(deps.perUser, user.uid);
    if (form === "sessions") {
      const { result, cookies = [] } = await signOutElsewhere(request, user, deps);
      return reply(result, 200, cookieHeaders(cookies));
    }
    const account =
      user.provider === "password" ? await findAccount(deps.store.readClient, user.email) : null;
    const { passwordHash } = account ?? {};
    if (!account || !passwordHash)
      throw new AppError("permission-denied", "This user has no password account.");
    const { result, status, cookies } = await judged(
      form,
      { request, user, account, form: posted, deps },
      passwordHash,
    );
    if (result.status !== "invalid") await deps.perUser.forget(user.uid);
    return reply(result, status, cookieHeaders(cookies ?? []));
  }) as Promise<Reply<AccountResult>>;
}

async function judged(form: PasswordForm, step: Step, passwordHash: string): Promise<StepResult> {
  if (form !== "totp-confirm") {
    const password = String(step.form.get("password") ?? "");
    if (password === "") return invalid(form, "password", AUTH_ERRORS.passwordRequired);
    const caller = { key: step.user.uid, isKnown: true };
    if (!(await step.deps.passwords.verify(password.slice(0, MAX_PASSWORD_LENGTH + 1), passwordHash, caller)))
      return invalid(form, "password", AUTH_ERRORS.wrongPassword);
  }
  return STEPS[form](step);
}
