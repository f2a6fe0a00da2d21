import { useMatches } from "@remix-run/react";
import { useSyncExternalStore, useEffect } from "react";
import { mayRole, type Permission, type Role } from "../model/roles.ts";
import { readStored, writeStored } from "../ui/browser-storage.ts";
import { reloadPage } from "../ui/missing-code.ts";
import type { AuthCode } from "./results.ts";
import type { CurrentUser, SessionState } from "./session.ts";

/** A message between the tabs and windows of this site about signing in and out. Carries no token and no name. */
export type SessionMessage =
  | { about: "session" }
  | { about: "google"; result: "signed-in" }
  | { about: "google"; result: "failed"; code: AuthCode };

const NAME = "sign-in";

/** Posts a message to every other tab and window of this site. */
export function broadcastSession(message: SessionMessage): void {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than ours
  channel.postMessage(message);
  channel.close();
}

/** Listens to messages of other tabs and windows. Returns the function that stops it. */
export function onSessionMessage(listener: (message: SessionMessage) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", (event: MessageEvent<SessionMessage>) => listener(event.data));
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

/** The last sign-in whose token was sent, for all tabs. Without storage each tab sends the token, which does no harm. */
const KEY = "tokenSync";

function send(path: string, init: RequestInit): void {
  // The receiver logs its own errors; the sign-in does not depend on it.
  void fetch(path, { ...init, keepalive: true }).catch(() => {});
}

/** Posts the ID token after a sign-in and deletes it on sign-out, once each for all tabs (docs/specification.md, section 7). */
export function syncToken({ path, token, signedInAt }: TokenSync, user: CurrentUser | null): void {
  if (user && token && readStored(KEY) !== String(signedInAt)) {
    writeStored(KEY, String(signedInAt));
    send(path, { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  } else if (!user && readStored(KEY) !== null) {
    writeStored(KEY, null);
    send(path, { method: "DELETE" });
  }
}

export interface WatchedSession extends SessionState {
  /** True until the first response of the server. */
  loading: boolean;
}

type SessionBody = SessionState & { tokenSync?: TokenSync };

const UNKNOWN: WatchedSession = { user: null, role: null, loading: true };

let current = UNKNOWN;
/** Whether the server has ever answered. Without an answer nobody is sent away. */
let isAnswered = false;
let stopListening: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Reads the session from the server. When the request fails, the known session stays: signed out, at first. */
export async function refreshSession(): Promise<WatchedSession> {
  try {
    const response = await fetch("/api/session", { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { user, role, tokenSync } = (await response.json()) as SessionBody;
    current = { user, role, loading: false };
    isAnswered = true;
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
  // A page restored from the back/forward cache shows an old session.
  if (event.persisted) void refreshSession();
}

function begin() {
  stopListening = onSessionMessage(() => void refreshSession());
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("pageshow", onShow);
  void refreshSession();
}

function end() {
  stopListening?.();
  document.removeEventListener("visibilitychange", onVisible);
  window.removeEventListener("pageshow", onShow);
}

/** The session of this document as an external store for React. The first listener starts it, the last one stops it. */
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

/** Loaders of guarded pages return the user under this name, so that their HTML contains it. */
interface GuardedData {
  currentUser: CurrentUser;
  currentRole: Role | null;
}

/** The session that a guarded page was rendered for; undefined on public pages. */
function useGuardedSession(): { user: CurrentUser; role: Role | null } | undefined {
  const match = useMatches().find(
    ({ data }) => typeof data === "object" && data !== null && "currentUser" in data,
  );
  if (!match) return undefined;
  const { currentUser, currentRole } = match.data as GuardedData;
  return { user: currentUser, role: currentRole };
}

/**
 * Returns the current user, null when signed out, with the role, and whether that is still loading (docs/specification.md, section 1).
 * Public pages are the same for everyone, so there it is loading until the browser has asked the server.
 */
export function useCurrentUser(): WatchedSession {
  const watched = useSyncExternalStore(sessionWatch.subscribe, sessionWatch.read, sessionWatch.readOnServer);
  const guarded = useGuardedSession();
  return watched.loading && guarded ? { ...guarded, loading: false } : watched;
}

/** Returns whether the user for whom a guarded page was rendered has a permission; false on public pages. */
export function useMay(permission: Permission): boolean {
  return mayRole(useGuardedSession()?.role ?? null, permission);
}

/** Reloads a guarded page when the session has ended elsewhere, so that its guard redirects. */
export function useLeaveWhenSignedOut(): void {
  const needed = useGuardedSession()?.role;
  useEffect(() => {
    if (needed === undefined) return;
    return sessionWatch.subscribe(() => {
      const { user, role } = sessionWatch.read();
      if (isAnswered && (!user || role !== needed)) reloadPage();
    });
  }, [needed]);
}
