import type { CurrentUser } from "./current-user.ts";
import { safeRedirectPath } from "./redirect-path.ts";

/** Where somebody goes who has just signed in: where they were going, else to what is theirs. */
export function destination(
  adminEmails: readonly string[],
  user: Pick<CurrentUser, "email">,
  asked: unknown,
): string {
  const home = adminEmails.includes(user.email.toLowerCase()) ? "/admin" : "/";
  return safeRedirectPath(asked) ?? home;
}
