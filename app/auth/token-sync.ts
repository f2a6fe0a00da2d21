import type { CurrentUser } from "./current-user.ts";

/** Only there when AUTH_TOKEN_SYNC_URL is set. */
export interface TokenSync {
  /** Path of this site. */
  path: string;
  /** ID token; null once the sign-in is older than a token may be. */
  token: string | null;
}

let posted: string | null = null;

function send(path: string, init: RequestInit): void {
  // Whoever keeps the token says so in its own log; the sign-in does not hang on it.
  void fetch(path, { ...init, keepalive: true }).catch(() => {});
}

/** Hands the ID token on after a sign-in and takes it back on sign-out (specification 7). Each token is posted once. */
export function syncToken(
  sync: TokenSync | undefined,
  before: CurrentUser | null,
  now: CurrentUser | null,
): void {
  if (!sync) return;
  if (before && !now) {
    posted = null;
    send(sync.path, { method: "DELETE" });
  } else if (now && sync.token && posted === null) {
    posted = sync.token;
    send(sync.path, { method: "POST", headers: { Authorization: `Bearer ${sync.token}` } });
  }
}
