import { chooseTheme, useThemeChoice } from "./theme.ts";
import type { ThemeChoice as Choice } from "./theme.ts";

const CHOICES: { value: Choice; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The full choice of appearance, with the way back to the system's. Hidden where it could do nothing. */
export function ThemeChoice() {
  const current = useThemeChoice();
  return (
    <fieldset className="hidden flex-wrap items-center gap-3 scripted:flex">
      <legend className="float-left text-sm text-ink-faint">Appearance</legend>
      <div className="flex rounded-md border border-line bg-surface p-1">
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
