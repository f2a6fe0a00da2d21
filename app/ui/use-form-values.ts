import { useRef, useState } from "react";
import { useBrowserLayoutEffect } from "./use-hydrated.ts";

/**
 * Returns a ref for an element inside a form, and the values of that form, which follow every edit. They are read before the first
 * paint; until then, and on the server, they are null.
 */
export function useFormValues<Part extends HTMLElement>() {
  const ref = useRef<Part>(null);
  const [values, setValues] = useState<FormData | null>(null);
  useBrowserLayoutEffect(() => {
    // Asked of the page: a ref to the form itself is set after the effects of what stands in it.
    const form = ref.current?.closest("form");
    if (!form) return;
    const read = () => setValues(new FormData(form));
    read();
    form.addEventListener("input", read);
    return () => form.removeEventListener("input", read);
  }, []);
  return [ref, values] as const;
}
