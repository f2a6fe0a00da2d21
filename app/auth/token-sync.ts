import type { CurrentUser } from "./current-user.ts";

/** Only there when AUTH_TOKEN_SYNC_URL is set. */
export interface TokenSync {
  /** Path of this site. */
  path: string;
  /** ID token; null once the sign-in is older than a token may be. */
  token: string | null;
  /** Tells one sign-in from the next; milliseconds since 1970. */
  signedInAt: number | null;
}

/** Under this name the browser remembers, for all tabs, which sign-in it has handed on. */
const KEY = "tokenSync";

function handedOn(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(signIn: string | null): void {
  try {
    if (signIn === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, signIn);
  } catch {
    // Storage is off: other tabs hand the token on again, which does no harm.
  }
}

function send(path: string, init: RequestInit): void {
  // Whoever keeps the token says so in its own log; the sign-in does not hang on it.
  void fetch(path, { ...init, keepalive: true }).catch(() => {});
}

/** Hands the ID token on after a sign-in and takes it back on sign-out (specification 7), once each for all tabs. */
export function syncToken({ path, token, signedInAt }: TokenSync, user: CurrentUser | null): void {
  if (user && token && handedOn() !== String(signedInAt)) {
    remember(String(signedInAt));
    send(path, { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  } else if (!user && handedOn() !== null) {
    remember(null);
    send(path, { method: "DELETE" });
  }
}
