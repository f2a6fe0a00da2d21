import { useMatches } from "@remix-run/react";
import { useSyncExternalStore, useEffect } from "react";
import type { AuthCode } from "./results.ts";
import type { CurrentUser, SessionState } from "./session.ts";

/** What the site's own tabs and windows tell each other about signing in and out. Carries no token and no name. */
export type SessionNews =
  | { about: "session" }
  | { about: "google"; outcome: "signed-in" }
  | { about: "google"; outcome: "failed"; code: AuthCode };

const NAME = "sign-in";

/** Tells every other tab and window of this site. */
export function tellOthers(news: SessionNews): void {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than ours
  channel.postMessage(news);
  channel.close();
}

/** Hears what others tell; answers how to stop. */
export function hearOthers(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", (event: MessageEvent<SessionNews>) => listener(event.data));
  return () => channel.close();
}

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

export interface WatchedSession extends SessionState {
  /** True until the server has said who it is. */
  loading: boolean;
}

type SessionAnswer = SessionState & { tokenSync?: TokenSync };

const UNKNOWN: WatchedSession = { user: null, admin: false, loading: true };

let current = UNKNOWN;
let stopHearing: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Asks the server who is signed in now. Without an answer it stays as it was: signed out, at first. */
export async function refreshSession(): Promise<WatchedSession> {
  try {
    const response = await fetch("/api/session", { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { user, admin, tokenSync } = (await response.json()) as SessionAnswer;
    current = { user, admin, loading: false };
    if (tokenSync) syncToken(tokenSync, user);
  } catch {
    current = { ...current, loading: false };
  }
  for (const listener of listeners) listener();
  return current;
}

function onVisible() {
  if (document.visibilityState === "visible" && current.user) void refreshSession();
}

function onShow(event: PageTransitionEvent) {
  // A page that the browser kept aside knows the session of back then.
  if (event.persisted) void refreshSession();
}

function begin() {
  stopHearing = hearOthers(() => void refreshSession());
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("pageshow", onShow);
  void refreshSession();
}

function end() {
  stopHearing?.();
  document.removeEventListener("visibilitychange", onVisible);
  window.removeEventListener("pageshow", onShow);
}

/** The one watch of this document, as an external store of React. The first listener starts it, the last one ends it. */
const sessionWatch = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (listeners.size === 1) begin();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) end();
    };
  },
  read: () => current,
  readOnServer: () => UNKNOWN,
};

/** A guarded page's loader answers the user under this name, so that its HTML knows already. */
interface GuardedData {
  currentUser: CurrentUser;
}

/** The admin whom a guarded page was rendered for; undefined on public pages. */
function useGuardedUser(): CurrentUser | undefined {
  const match = useMatches().find(
    ({ data }) => typeof data === "object" && data !== null && "currentUser" in data,
  );
  return (match?.data as GuardedData | undefined)?.currentUser;
}

/** The session as far as this page knows it. Public pages are the same for everyone, so there the browser asks first. */
export function useSession(): WatchedSession {
  const watched = useSyncExternalStore(sessionWatch.subscribe, sessionWatch.read, sessionWatch.readOnServer);
  const guarded = useGuardedUser();
  return watched.loading && guarded ? { user: guarded, admin: true, loading: false } : watched;
}

/** Specification 1: the current user, or null when signed out, and whether that is still being found out. */
export function useCurrentUser(): { user: CurrentUser | null; loading: boolean } {
  const { user, loading } = useSession();
  return { user, loading };
}

/** A guarded page does not stay open in a tab whose session has ended elsewhere: it is loaded again, and the guard decides. */
export function useLeaveWhenSignedOut(): void {
  const guarded = useGuardedUser() !== undefined;
  useEffect(() => {
    if (!guarded) return;
    return sessionWatch.subscribe(() => {
      const { loading, admin } = sessionWatch.read();
      if (!loading && !admin) window.location.reload();
    });
  }, [guarded]);
}
