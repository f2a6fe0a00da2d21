import { useEffect } from "react";
import { isPristine } from "../ui/form-draft.ts";
import { useBrowserLayoutEffect, useHydrated } from "../ui/use-hydrated.ts";
import { readStoredTheme } from "./theme.tsx";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A control that the visitor changed before the page was hydrated, and its value then. */
interface EarlyInput {
  control: Control;
  value: string;
}

/** Returns what the visitor entered so far. Nothing on the server, and nothing once the page is live. */
export function readEarlyInput(): EarlyInput[] {
  if (typeof document === "undefined" || "live" in document.documentElement.dataset) return [];
  return [...document.querySelectorAll<Control>("input, select, textarea")]
    .filter((control) => !isPristine(control))
    .map((control) => ({ control, value: control.value }));
}

/** Sets a control to its early value again, unless the visitor has entered something newer. */
function restore({ control, value }: EarlyInput): void {
  if (control.value !== value && isPristine(control)) control.value = value;
}

/**
 * Marks the page as live (`html[data-live]`) once it is hydrated. Keeps what was entered before: React 18 resets selects,
 * textareas with a default value and controlled inputs when it hydrates them, and forms that derive state from their fields
 * learn of early values by an `input` event (React's `onInput`; its `onChange` ignores a value that was there at hydration). A form that was rendered anew with a draft has taken its early input over already (`form-draft.ts`).
 *
 * Also sets what the theme script wrote to the root element, in case React builds that element anew (it does so when an error
 * reaches the root's own error page in the browser). Stands last in the document, so that its effects run last.
 */
export function Live({ early }: { early: readonly EarlyInput[] }) {
  const hydrated = useHydrated();
  useBrowserLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.scripted = "";
    const theme = readStoredTheme();
    if (theme !== "system") dataset.theme = theme;
    early.forEach(restore);
  }, [early]);
  useEffect(() => {
    if (!hydrated) return;
    for (const entry of early) {
      restore(entry);
      entry.control.dispatchEvent(new Event("input", { bubbles: true }));
    }
    document.documentElement.dataset.live = "";
  }, [hydrated, early]);
  return null;
}
