import { redirect } from "@remix-run/node";
import { PRIVATE } from "../platform/cache-control.ts";
import { isAuthCode, type AuthCode } from "./codes.ts";
import { destination } from "./destination.ts";
import { safeRedirectPath } from "./redirect-path.ts";
import type { Visitors } from "./visitor.server.ts";

export interface LoginView {
  redirectTo: string | null;
  /** The address of somebody who is signed in and no admin. */
  signedInAs: string | null;
  /** Google sign-in is configured. */
  google: boolean;
  /** How a Google sign-in on this page ended. */
  googleFailed: AuthCode | null;
}

interface LoginDeps {
  visitors: Pick<Visitors, "stateOf">;
  adminEmails: readonly string[];
  google: boolean;
}

/** Returns the data of the login page. Throws a redirect for an admin who is signed in already. */
export async function loginView(
  request: Request,
  { visitors, adminEmails, google }: LoginDeps,
): Promise<LoginView> {
  const { searchParams } = new URL(request.url);
  const redirectTo = safeRedirectPath(searchParams.get("redirectTo")) ?? null;
  // Without the session store nobody is signed in; the attempt to sign in will say what is wrong.
  const { user, admin } = await visitors.stateOf(request).catch(() => ({ user: null, admin: false }));
  if (user && admin) {
    const to = destination(adminEmails, user, redirectTo);
    throw redirect(to, { headers: { "Cache-Control": PRIVATE } });
  }
  const failed = searchParams.get("google");
  return {
    redirectTo,
    signedInAs: user?.email ?? null,
    google,
    googleFailed: isAuthCode(failed) ? failed : null,
  };
}
