import { ROLES, type Role } from "../model/roles.ts";

/** Base to parse paths with; never part of a result. */
const BASE = "http://site.invalid";

/** Like `URL.parse`, which browsers have only since 2024. */
function parse(path: string): URL | null {
  try {
    return new URL(path, BASE);
  } catch {
    return null;
  }
}

/**
 * Returns `value` when it is a path of this site, else undefined (docs/decisions.md, Sign-in state): `//host`, a backslash, a
 * scheme or a control character would lead to another site.
 */
export function safeRedirectPath(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 1_000) return undefined;
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)) return undefined;
  const url = parse(value);
  if (url?.origin !== BASE || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Returns where to go after signing in: the requested path, else the page of the user's role. */
export function destination(role: Role | null, asked: unknown): string {
  return safeRedirectPath(asked) ?? (role ? ROLES[role].home : "/");
}
