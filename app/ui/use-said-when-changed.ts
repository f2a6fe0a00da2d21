import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { toast } from "./toast.ts";

/**
 * Shows a toast after a form has changed `shown`, because a change within the page is easily missed. Failed forms change nothing
 * and show none. `said` must be a stable function.
 */
export function useSaidWhenChanged(shown: string, said: (form: FormData) => string): void {
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
