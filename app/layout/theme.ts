import { useSyncExternalStore } from "react";

export type ThemeChoice = "system" | "light" | "dark";

/** Name of the stored choice in localStorage; absent means "follow the system". */
export const THEME_KEY = "theme";

const listeners = new Set<() => void>();

function asChoice(value: string | null | undefined): ThemeChoice {
  return value === "light" || value === "dark" ? value : "system";
}

function readChoice(): ThemeChoice {
  return asChoice(document.documentElement.dataset.theme);
}

/** The choice kept from an earlier page; "system" when there is none or storage is blocked. */
export function readStoredTheme(): ThemeChoice {
  try {
    return asChoice(localStorage.getItem(THEME_KEY));
  } catch {
    return "system";
  }
}

/** The theme in force: the choice, or what the system prefers. Browser only. */
export function effectiveTheme(): "light" | "dark" {
  const choice = readChoice();
  if (choice !== "system") return choice;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Applies the choice at once and keeps it for the next visit; without storage it lasts until the page is left. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    if (choice === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Storage is blocked: the choice still holds on this page.
  }
  for (const listener of listeners) listener();
}

/** A choice made in another tab. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== THEME_KEY) return;
  chooseTheme(asChoice(event.newValue));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", followOtherTabs);
  };
}

/** The visitor's choice. The server cannot know it, so its HTML says "system". */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice, () => "system");
}
