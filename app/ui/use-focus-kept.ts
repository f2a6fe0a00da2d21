import { useEffect, useRef } from "react";

/**
 * Returns a ref for an element that takes the focus when a focused button disappears (`there` becomes false). The element needs
 * `tabIndex={-1}` and an accessible name.
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
