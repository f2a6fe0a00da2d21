import type { SessionStorage } from "@remix-run/node";
import type { SendEmail } from "../email/email.ts";
import type { Role } from "../model/roles.ts";
import type { ContentStore } from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";
import { reply, type Reply } from "../platform/http/receive-form.server.ts";
import {
  changeAccount,
  findAccount,
  passwordUid,
  roleOfAccount,
  userOf,
  type StoredAccount,
} from "./accounts.server.ts";
import { cookieHeaders, type KnownBrowsers } from "./attempts.server.ts";
import type { Passwords } from "./passwords.server.ts";
import { destination, safeRedirectPath } from "./redirect-path.ts";
import type { CodeNeeded, SignedIn } from "./results.ts";
import type { SessionStore } from "./session-stores.server.ts";
import type { CurrentUser } from "./session.ts";
import type { Visitors } from "./sessions.server.ts";

/** A sign-in between password and code. Stored for ten minutes. */
export interface PendingSignIn {
  uid: string;
  email: string;
  /** Of the entered password: a new password ends the step. */
  passwordSetAt: string;
  redirectTo: string | null;
}

/** What all forms of signing in and of accounts work with. */
export interface AuthCore {
  /** Lower case. */
  adminEmails: readonly string[];
  publicUrl: string;
  secret: string;
  store: ContentStore;
  passwords: Passwords;
  visitors: Visitors;
  sessions: SessionStore;
  knownBrowsers: KnownBrowsers;
  pending: SessionStorage<PendingSignIn>;
  /** Ends all sessions of a user, including pending sign-ins and known browsers. */
  endSessions: (uid: string) => Promise<void>;
  sendEmail: SendEmail;
  report: (error: AppError) => void;
}

export type BeginDeps = Pick<
  AuthCore,
  "adminEmails" | "store" | "visitors" | "sessions" | "knownBrowsers" | "pending" | "endSessions"
>;

/** Returns the user's role. Signing in accepts an invitation that still holds. */
async function roleOf({ email }: CurrentUser, { adminEmails, store }: BeginDeps): Promise<Role | null> {
  // Admins can sign in with Google while the content store is away.
  if (adminEmails.includes(email.toLowerCase())) return "admin";
  const account = await findAccount(store.readClient, email);
  const { invitation, ...accepted } = account ?? {};
  if (!account || !invitation || Date.parse(invitation.expiresAt) <= Date.now())
    return roleOfAccount(account);
  const isAccepted = await changeAccount(store.writeClient, account, { invitation: null });
  return roleOfAccount(isAccepted ? accepted : await findAccount(store.readClient, email));
}

/**
 * Starts a session for an authenticated user. Returns the role and the Set-Cookie values. Throws like the content
 * store and the session store.
 */
export async function beginSession(
  request: Request,
  user: CurrentUser,
  deps: BeginDeps,
): Promise<{ cookies: string[]; role: Role | null }> {
  const owner = passwordUid(user.email);
  const role = await roleOf(user, deps);
  const cookies = [await deps.visitors.signIn(request, user, role)];
  if (user.provider === "password") cookies.push(await deps.knownBrowsers.remember(request, user.uid));
  // A revocation since the role was read may have missed the new session.
  if (role && role !== "admin" && (await roleOf(user, deps)) !== role) {
    await deps.endSessions(owner);
    throw new AppError("auth/invalid-credential", "The role was revoked during the sign-in.", {
      status: 401,
    });
  }
  if (role) await deps.sessions.recordSignIn(owner, Date.now());
  return { cookies, role };
}

/** Starts the session after the right password, or the step that asks for a code. `asked` is the form's redirect path. */
export async function passwordReply(
  request: Request,
  account: StoredAccount,
  asked: unknown,
  deps: BeginDeps,
): Promise<Reply<SignedIn | CodeNeeded>> {
  if (!account.secondFactor) {
    const { cookies, role } = await beginSession(request, userOf(account), deps);
    return reply({ status: "signed-in", to: destination(role, asked) }, 200, cookieHeaders(cookies));
  }
  const session = await deps.pending.getSession();
  session.set("uid", passwordUid(account.email));
  session.set("email", account.email);
  session.set("passwordSetAt", account.passwordSetAt ?? "");
  session.set("redirectTo", safeRedirectPath(asked) ?? null);
  const cookie = await deps.pending.commitSession(session);
  return reply({ status: "code-needed", to: "/login/code" }, 200, cookieHeaders([cookie]));
}
