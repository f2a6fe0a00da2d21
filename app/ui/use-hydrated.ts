import { startTransition, useEffect, useState, useSyncExternalStore, useLayoutEffect } from "react";

const never = () => () => {};

/** Keeps what a component began with: React asks for the server's snapshot only where it takes over the server's HTML. */
function createBeginning() {
  let scripted = true;
  return { ofBrowser: () => scripted, ofServer: () => (scripted = false) };
}

/**
 * False in the server's HTML and in the first render of the browser, then true: scripts run here. What is rendered later has
 * true at once. Becoming true is a transition, so that what a form has more of with scripts is rendered in slices and keeps
 * nobody waiting.
 */
export function useHydrated(): boolean {
  const [beginning] = useState(createBeginning);
  const fromTheStart = useSyncExternalStore(never, beginning.ofBrowser, beginning.ofServer);
  const [since, setSince] = useState(false);
  useEffect(() => {
    if (!fromTheStart) startTransition(() => setSince(true));
  }, [fromTheStart]);
  return fromTheStart || since;
}

/** React warns about layout effects on the server, where they could not run anyway. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
