import type { CurrentUser } from "./session.ts";

/** Only there to read a path with; never appears in an address. */
const BASE = "http://site.invalid";

/**
 * The path to go to after sign-in when `value` is one of this site, else undefined. Takes same-origin paths only
 * (docs/decisions.md, "Sign-in state"): `//host`, a backslash, a scheme or a control character would lead elsewhere.
 */
export function safeRedirectPath(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 1_000) return undefined;
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)) return undefined;
  const url = URL.parse(value, BASE);
  if (url?.origin !== BASE || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Where somebody goes who has just signed in: where they were going, else to what is theirs. */
export function destination(
  adminEmails: readonly string[],
  user: Pick<CurrentUser, "email">,
  asked: unknown,
): string {
  const home = adminEmails.includes(user.email.toLowerCase()) ? "/admin" : "/";
  return safeRedirectPath(asked) ?? home;
}
