import { useMatches } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import type { CurrentUser } from "./current-user.ts";
import { sessionWatch } from "./session-watch.ts";
import type { WatchedSession } from "./session-watch.ts";

/** A guarded page's loader answers the user under this name, so that its HTML knows already. */
interface GuardedData {
  currentUser: CurrentUser;
}

/** The admin whom a guarded page was rendered for; undefined on public pages. */
export function useGuardedUser(): CurrentUser | undefined {
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
