import { useEffect, useRef } from "react";

/**
 * For a button that goes with what it did: when `there` ends and the focus went with it, the element with the ref takes it.
 * It needs `tabIndex={-1}` and a name.
 */
export function useFocusKept<Part extends HTMLElement>(there: boolean) {
  const ref = useRef<Part>(null);
  const before = useRef(there);
  useEffect(() => {
    if (before.current && !there && document.activeElement === document.body) ref.current?.focus();
    before.current = there;
  }, [there]);
  return ref;
}
