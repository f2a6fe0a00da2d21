import { contrast, hexOf, mix, readable, rgbOf } from "./colors.ts";

export type Theme = "light" | "dark";

/** The grounds on which the accent is text, and the text on it as a button (app/site/tokens.css; accent.test.ts compares them). */
export const GROUNDS = {
  light: { paper: "#fbfbf8", surface: "#ffffff", tint: "#f1f4f1", onAccent: "#ffffff" },
  dark: { paper: "#0a1113", surface: "#10191c", tint: "#0e171a", onAccent: "#0a1113" },
} as const;

/** WCAG 2.2, 1.4.3: text of normal size. */
const AA = 4.5;
const AAA = 7;
/** Enough for text, and no more: the further a strong color is whitened, the less it is that color. */
const DARK_TEXT = 5;
const SOFT_TEXT = "#bad0d0";
const DEEP_INK = "#060d0f";
const COLOR = /^#[0-9a-f]{6}$/i;

/** Returns null, or why a color cannot be the accent of a theme, for the editor who chose it. */
export function accentProblem(color: string, theme: Theme): string | null {
  if (!COLOR.test(color)) return "Write it as # and six hexadecimal digits, such as #0a5a5f.";
  const { paper, surface, tint, onAccent } = GROUNDS[theme];
  const worst = Math.min(...[paper, surface, tint, onAccent].map((ground) => contrast(color, ground)));
  if (worst >= AA) return null;
  // Rounded down: 4.49 is not 4.5.
  const found = Math.floor(worst * 10) / 10;
  const change = theme === "light" ? "darker" : "lighter";
  return `Links and buttons in this color would be hard to read on ${theme} screens: its contrast is ${found}:1, at least 4.5:1 is needed. Choose a ${change} one.`;
}

/** Returns the custom properties of tokens.css that follow the accent, each `#rrggbb`. */
function shades(accent: string, theme: Theme) {
  const { surface, onAccent } = GROUNDS[theme];
  const [target, opposite] = theme === "light" ? ["#000000", "#ffffff"] : ["#ffffff", "#000000"];
  const tint = mix(surface, accent, 0.1);
  const strong = mix(accent, target, 0.25);
  const deep = readable(
    theme === "light" ? mix(accent, "#05090c", 0.7) : mix(surface, accent, 0.1),
    SOFT_TEXT,
    "#000000",
    AAA,
  );
  return {
    accent,
    "accent-strong": readable(readable(strong, tint, target), opposite, target),
    "on-accent": onAccent,
    "accent-tint": tint,
    beam: theme === "light" ? mix(accent, "#ffffff", 0.3) : accent,
    deep,
    "deep-accent": readable(readable(accent, deep, "#ffffff", AAA), DEEP_INK, "#ffffff", AAA),
    "deep-ink": DEEP_INK,
    "chart-1": accent,
  };
}

/** Returns a color of the same hue that is readable on dark screens: brightened first, so that it stays a color, then whitened. */
export function lightened(color: string): string {
  const parts = rgbOf(color);
  const scale = 255 / Math.max(...parts, 1);
  const bright = hexOf(parts.map((part) => part * scale) as typeof parts);
  return readable(bright, GROUNDS.dark.surface, "#ffffff", DARK_TEXT);
}

/**
 * Returns the shades of an accent that has no `accentProblem`. The one of dark screens is the light one, lightened, where none
 * is chosen.
 */
export function accentTokens(light: string, dark: string | null) {
  return { light: shades(light, "light"), dark: shades(dark ?? lightened(light), "dark") };
}
