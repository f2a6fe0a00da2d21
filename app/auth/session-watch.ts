import type { SessionState } from "./current-user.ts";
import { hearOthers } from "./session-channel.ts";
import { syncToken } from "./token-sync.ts";
import type { TokenSync } from "./token-sync.ts";

export interface WatchedSession extends SessionState {
  /** True until the server has said who it is. */
  loading: boolean;
}

const UNKNOWN: WatchedSession = { user: null, admin: false, loading: true };

let current = UNKNOWN;
let tokenSync: TokenSync | undefined;
let stopHearing: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Asks the server who is signed in now. Without an answer it stays as it was: signed out, at first. */
export async function refreshSession(): Promise<WatchedSession> {
  const before = current;
  try {
    const response = await fetch("/api/session", { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const {
      user,
      admin,
      tokenSync: sync,
    } = (await response.json()) as SessionState & { tokenSync?: TokenSync };
    current = { user, admin, loading: false };
    tokenSync = sync ?? tokenSync;
  } catch {
    current = { ...current, loading: false };
  }
  syncToken(tokenSync, before.user, current.user);
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
export const sessionWatch = {
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
