import { useSyncExternalStore } from "react";
import { createSubscribers, readStored, writeStored } from "../ui/browser-storage.ts";
import { LineIcon } from "../ui/line-icon.tsx";

export type ThemeChoice = "system" | "light" | "dark";

/** Key of the stored choice in localStorage; absent means "follow the system". */
const THEME_KEY = "theme";

/** Key of the id of the announcement that the visitor closed, in localStorage. */
export const DISMISSED_KEY = "dismissed";

/** Follows a choice made in another tab. */
const { subscribe, notify } = createSubscribers(THEME_KEY, (value) => chooseTheme(asChoice(value)));

function asChoice(value: string | null | undefined): ThemeChoice {
  return value === "light" || value === "dark" ? value : "system";
}

function readChoice(): ThemeChoice {
  return asChoice(document.documentElement.dataset.theme);
}

/** Returns the stored choice; "system" when there is none or storage is blocked. */
export function readStoredTheme(): ThemeChoice {
  return asChoice(readStored(THEME_KEY));
}

/** Returns the theme in force: the choice, or the system's preference. Browser only. */
function effectiveTheme(): "light" | "dark" {
  const choice = readChoice();
  if (choice !== "system") return choice;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Applies and stores the choice; without storage it lasts until the page is left. */
function chooseTheme(choice: ThemeChoice): void {
  if (choice === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  writeStored(THEME_KEY, choice === "system" ? null : choice);
  notify();
}

/** Returns the visitor's choice. The server cannot know it, so its HTML says "system". */
function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice, () => "system");
}

/**
 * Runs before the first paint: sets the stored theme and the closed announcement on the root element and marks that scripts run. The text is the same on
 * every page, because the content security policy allows it by its hash.
 */
export const themeScript =
  `(function(d){d.dataset.scripted="";try{var t=localStorage.getItem("${THEME_KEY}");` +
  `if(t==="light"||t==="dark")d.dataset.theme=t;` +
  `d.dataset.dismissed=localStorage.getItem("${DISMISSED_KEY}")||""}catch(e){}})(document.documentElement)`;

/**
 * Switches between light and dark. The style sheet chooses the icon, so the HTML is the same for everyone. A phone with letters of
 * twice their size has no room for it beside the menu; the footer has `ThemeChooser`.
 */
export function ThemeToggle() {
  return (
    <button
      type="button"
      aria-label="Switch between light and dark theme"
      onClick={() => chooseTheme(effectiveTheme() === "dark" ? "light" : "dark")}
      className="hidden size-11 place-items-center rounded-md text-ink-soft transition-colors hover:bg-tint hover:text-ink scripted:grid max-[16rem]:hidden!"
    >
      <LineIcon stroke={1.6} className="size-5">
        <g className="hidden dark:inline">
          <circle cx="12" cy="12" r="4.2" />
          <path d="M12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M5.5 18.5l1.4-1.4M17.1 6.9l1.4-1.4" />
        </g>
        <path
          className="dark:hidden"
          strokeLinejoin="round"
          d="M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z"
        />
      </LineIcon>
    </button>
  );
}

const CHOICES: { value: ThemeChoice; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** All choices of appearance, including the system's. Hidden without scripts. */
export function ThemeChooser() {
  const current = useThemeChoice();
  return (
    <fieldset className="hidden flex-wrap items-center gap-3 scripted:flex">
      <legend className="float-left text-sm text-ink-faint">Appearance</legend>
      <div className="flex flex-wrap rounded-md border border-line bg-surface p-1">
        {CHOICES.map(({ value, label }) => (
          <label key={value} className="theme-choice">
            <input
              type="radio"
              name="appearance"
              value={value}
              checked={current === value}
              onChange={() => chooseTheme(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
