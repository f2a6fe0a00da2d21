import { useEffect, useRef } from "react";
import { useBrowserLayoutEffect } from "./use-hydrated.ts";

/**
 * Calls the latest `act` after the first render and whenever `value` changes. Unlike an effect it does not run again when anything
 * else that it reads changes.
 */
export function useOnNew(value: unknown, act: () => void): void {
  const newest = useRef(act);
  useBrowserLayoutEffect(() => {
    newest.current = act;
  });
  useEffect(() => newest.current(), [value]);
}
