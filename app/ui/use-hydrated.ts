import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and in the first render of the browser, then true: scripts run here. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
