import type { ContentStore } from "../platform/content-store.server.ts";
import { AppError } from "../platform/errors.ts";
import { changeAccount, findAccount, passwordUid, roleOfAccount } from "./accounts.server.ts";
import type { KnownBrowsers } from "./attempts.server.ts";
import type { CurrentUser } from "./session.ts";
import type { Role } from "../model/roles.ts";
import type { SessionStore } from "./session-stores.server.ts";
import type { Visitors } from "./sessions.server.ts";

interface BeginSessionDeps {
  /** Lower case. */
  adminEmails: readonly string[];
  store: ContentStore;
  visitors: Pick<Visitors, "signIn">;
  sessions: Pick<SessionStore, "recordSignIn">;
  knownBrowsers: Pick<KnownBrowsers, "remember">;
  endSessions: (uid: string) => Promise<void>;
}

export interface BegunSession {
  /** Set-Cookie values. */
  cookies: string[];
  role: Role | null;
}

/** Starts the session of a user who has proved who they are. Throws like the content store and the session store. */
export type BeginSession = (request: Request, user: CurrentUser) => Promise<BegunSession>;

export function createBeginSession(deps: BeginSessionDeps): BeginSession {
  const { adminEmails, store, visitors, sessions, knownBrowsers, endSessions } = deps;

  /** Returns the user's role. Signing in accepts an invitation that still holds. */
  async function roleOf(user: CurrentUser): Promise<Role | null> {
    // Admins can sign in with Google while the content store is away.
    if (adminEmails.includes(user.email.toLowerCase())) return "admin";
    const account = await findAccount(store.readClient, user.email);
    const { invitation, ...accepted } = account ?? {};
    if (!account || !invitation || Date.parse(invitation.expiresAt) <= Date.now())
      return roleOfAccount(account);
    const isAccepted = await changeAccount(store.writeClient, account, { invitation: null });
    return isAccepted
      ? roleOfAccount(accepted)
      : roleOfAccount(await findAccount(store.readClient, user.email));
  }

  return async (request, user) => {
    const owner = passwordUid(user.email);
    const role = await roleOf(user);
    const cookies = [await visitors.signIn(request, user, role)];
    if (user.provider === "password") cookies.push(await knownBrowsers.remember(request, user.uid));
    // A revocation since the role was read may have missed the new session.
    if (role && role !== "admin" && (await roleOf(user)) !== role) {
      await endSessions(owner);
      throw new AppError("auth/invalid-credential", "The role was revoked during the sign-in.", {
        status: 401,
      });
    }
    if (role) await sessions.recordSignIn(owner, Date.now());
    return { cookies, role };
  };
}
