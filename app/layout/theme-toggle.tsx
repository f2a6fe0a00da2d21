import { chooseTheme, effectiveTheme } from "./theme.ts";
import { LineIcon } from "../ui/line-icon.tsx";

/** Turns light into dark and back. Which icon shows is up to the style sheet, so the HTML is the same for everyone. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      aria-label="Switch between light and dark theme"
      onClick={() => chooseTheme(effectiveTheme() === "dark" ? "light" : "dark")}
      className="hidden size-11 place-items-center rounded-md text-ink-soft transition-colors hover:bg-tint hover:text-ink scripted:grid"
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
