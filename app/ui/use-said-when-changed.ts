import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { toast } from "./toast.ts";

/**
 * Says what a form of this page has done, once `shown` is another than when it was sent: what changed in the page alone is
 * easily missed. A refused form changes nothing and says nothing here. `said` has to be the same function each time.
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
