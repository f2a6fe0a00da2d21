import { startTransition, useEffect, useState, useSyncExternalStore, useLayoutEffect } from "react";

const never = () => () => {};

/** Returns a snapshot function that repeats its first result: React reads the server's snapshot only while hydrating. */
function createSnapshots() {
  let scripted = true;
  return { ofBrowser: () => scripted, ofServer: () => (scripted = false) };
}

/**
 * Returns false on the server and while hydrating, then true. Components that mount later get true at once. The change is a
 * transition, so that rendering the parts that need scripts does not block the browser.
 */
export function useHydrated(): boolean {
  const [snapshots] = useState(createSnapshots);
  const fromTheStart = useSyncExternalStore(never, snapshots.ofBrowser, snapshots.ofServer);
  const [since, setSince] = useState(false);
  useEffect(() => {
    if (!fromTheStart) startTransition(() => setSince(true));
  }, [fromTheStart]);
  return fromTheStart || since;
}

/** `useLayoutEffect` without React's warning on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
