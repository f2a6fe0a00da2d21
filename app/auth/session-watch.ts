import type { SessionState } from "./current-user.ts";
import { hearOthers } from "./session-channel.ts";
import { syncToken } from "./token-sync.ts";
import type { TokenSync } from "./token-sync.ts";

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
