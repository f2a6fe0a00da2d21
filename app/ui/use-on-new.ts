import { useEffect, useRef } from "react";
import { useBrowserLayoutEffect } from "./use-hydrated.ts";

/**
 * Calls `act`, as the last rendering made it, after the first rendering and whenever `value` is another one. Unlike an effect it does not
 * run again for what else it reads.
 */
export function useOnNew(value: unknown, act: () => void): void {
  const newest = useRef(act);
  useBrowserLayoutEffect(() => {
    newest.current = act;
  });
  useEffect(() => newest.current(), [value]);
}
