import { useEffect } from "react";
import { sessionWatch } from "./session-watch.ts";
import { useGuardedUser } from "./use-current-user.ts";

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
