import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { toast } from "./toast.ts";

/**
 * Returns a ref for an element that takes the focus when a focused button disappears (`there` becomes false). The element needs
 * `tabIndex={-1}` and an accessible name.
 */
export function useReturnedFocus<Part extends HTMLElement>(there: boolean) {
  const ref = useRef<Part>(null);
  const before = useRef(there);
  useEffect(() => {
    if (before.current && !there && document.activeElement === document.body) ref.current?.focus();
    before.current = there;
  }, [there]);
  return ref;
}

/** Moves the focus to the element `id` when the response to a form (`result`, a new object for each) removed the focused element. */
export function useReplacedFocus(result: unknown, id: string): void {
  useEffect(() => {
    if (result && document.activeElement === document.body) document.getElementById(id)?.focus();
  }, [result, id]);
}

/**
 * Shows a toast after a form has changed `shown`, because a change within the page is easily missed. Failed forms change nothing
 * and show none. `said` must be a stable function.
 */
export function useToastOnChange(shown: string, said: (form: FormData) => string): void {
  const sending = useNavigation().formData;
  const asked = useRef<{ shown: string; text: string } | null>(null);
  useEffect(() => {
    if (sending) asked.current ??= { shown, text: said(sending) };
    else if (asked.current !== null) {
      if (asked.current.shown !== shown) toast(asked.current.text);
      asked.current = null;
    }
  }, [sending, shown, said]);
}
