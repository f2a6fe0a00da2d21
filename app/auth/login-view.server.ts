import { redirect } from "@remix-run/node";
import { env } from "../platform/env.instance.server.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import { isAuthCode, type AuthCode } from "./codes.ts";
import { destination } from "./destination.ts";
import { googleDesk } from "./google.instance.server.ts";
import { safeRedirectPath } from "./redirect-path.ts";
import { visitors } from "./visitors.instance.server.ts";

export interface LoginView {
  redirectTo: string | null;
  /** The address of somebody who is signed in and no admin. */
  signedInAs: string | null;
  /** Google sign-in is configured. */
  google: boolean;
  /** How a Google sign-in on this page ended. */
  googleFailed: AuthCode | null;
}

/** What /login shows. Throws a redirect for an admin who is signed in already. */
export async function loginView(request: Request): Promise<LoginView> {
  const { searchParams } = new URL(request.url);
  const redirectTo = safeRedirectPath(searchParams.get("redirectTo")) ?? null;
  // Without the session store nobody is signed in; the attempt to sign in will say what is wrong.
  const { user, admin } = await visitors.stateOf(request).catch(() => ({ user: null, admin: false }));
  if (user && admin) {
    const to = destination(env.adminEmails, user, redirectTo);
    throw redirect(to, { headers: { "Cache-Control": PRIVATE } });
  }
  const failed = searchParams.get("google");
  return {
    redirectTo,
    signedInAs: user?.email ?? null,
    google: googleDesk !== null,
    googleFailed: isAuthCode(failed) ? failed : null,
  };
}
