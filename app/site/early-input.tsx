import { useEffect } from "react";
import { isPristine } from "../ui/pristine.ts";
import { useBrowserLayoutEffect, useHydrated } from "../ui/use-hydrated.ts";
import { readStoredTheme } from "./theme.tsx";

declare global {
  interface Window {
    /** The last button that was pressed before the page was live; the start script keeps the press from React. */
    earlyPress?: HTMLElement | null;
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A control that the visitor changed before the page was hydrated, and its value at that time. */
interface EarlyInput {
  control: Control;
  value: string;
}

/**
 * Empties a form (`data-draft`: the key of its draft) that the browser has filled because the visitor came back to the page, when its
 * draft is gone: it was sent or cleared, and would become another order with the same data.
 */
function emptyWithoutDraft(form: HTMLFormElement): void {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.type !== "back_forward" && visit?.type !== "reload") return;
  try {
    if (localStorage.getItem(form.dataset.draft ?? "") === null) form.reset();
  } catch {
    // Storage is blocked, so there is no draft: keep what the browser restored.
  }
}

/** Returns what the visitor has entered so far. Empty on the server and after hydration. */
export function readEarlyInput(): EarlyInput[] {
  if (typeof document === "undefined") return [];
  if ("live" in document.documentElement.dataset) return [];
  document.querySelectorAll<HTMLFormElement>("form[data-draft]").forEach(emptyWithoutDraft);
  return [...document.querySelectorAll<Control>("input, select, textarea")]
    .filter((control) => !isPristine(control))
    .map((control) => ({ control, value: control.value }));
}

/** Restores the early value of a control, unless the visitor has entered something newer. */
function restore({ control, value }: EarlyInput): void {
  if (control.value !== value && isPristine(control)) control.value = value;
}

/**
 * Marks the page as live (`html[data-live]`) once it is hydrated, presses the button that was pressed before, and restores what
 * was entered: React 18 resets
 * selects, textareas with a default value and controlled inputs when it hydrates them, and forms that derive state from
 * their fields need an `input` event (React's `onInput`; its `onChange` ignores a value that was there at hydration). A form
 * that was mounted again with a draft has merged its early input already (`form-draft.ts`). Also restores what the theme
 * script set on the root element, in case React creates that element anew (it does so when the root's error page is rendered
 * in the browser). Comes last in the document, so that its effects run last.
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
    const pressed = window.earlyPress;
    window.earlyPress = null;
    if (pressed?.isConnected) pressed.click();
  }, [hydrated, early]);
  return null;
}
