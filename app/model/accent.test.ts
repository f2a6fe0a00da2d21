import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accentProblem, accentTokens, GROUNDS, type Theme } from "./accent.ts";
import { contrast } from "./colors.ts";

const tokens = readFileSync(new URL("../site/tokens.css", import.meta.url), "utf8");
const THEMES: Theme[] = ["light", "dark"];
const PARTS = ["00", "2a", "55", "80", "aa", "d5", "ff"];
const COLORS = PARTS.flatMap((r) => PARTS.flatMap((g) => PARTS.map((b) => `#${r}${g}${b}`)));

/** Text and ground, with the contrast that tokens.test.ts asks of the site's own accent, or AA where an owner may choose. */
const PAIRS: [text: string, ground: string, atLeast: number][] = [
  ...["paper", "surface", "tint"].flatMap((ground): [string, string, number][] => [
    ["accent", ground, 4.5],
    ["accent-strong", ground, 4.5],
  ]),
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-strong", 4.5],
  ["accent-strong", "accent-tint", 4.5],
  ["on-deep", "deep", 7],
  ["on-deep-soft", "deep", 7],
  ["deep-accent", "deep", 7],
  ["deep-ink", "deep-accent", 7],
  ["deep-ink", "on-deep", 7],
  ["chart-1", "surface", 3],
];

const ON_DEEP = {
  light: { "on-deep": "#f3f8f7", "on-deep-soft": "#bad0d0" },
  dark: { "on-deep": "#eef4f2", "on-deep-soft": "#b5c9c9" },
};

test("the grounds are those of tokens.css", () => {
  for (const name of ["paper", "surface", "tint"] as const)
    expect(tokens).toContain(`--color-${name}: light-dark(${GROUNDS.light[name]}, ${GROUNDS.dark[name]});`);
  for (const name of ["on-deep", "on-deep-soft"] as const)
    expect(tokens).toContain(`--color-${name}: light-dark(${ON_DEEP.light[name]}, ${ON_DEEP.dark[name]});`);
});

test("every color that is accepted is readable in all its places, in both themes", () => {
  const accepted = COLORS.filter((color) => accentProblem(color, "light") === null);
  expect(accepted.length).toBeGreaterThan(100);
  const unreadable = accepted.flatMap((color) =>
    THEMES.flatMap((theme) => {
      const all: Record<string, string> = {
        ...GROUNDS[theme],
        ...ON_DEEP[theme],
        ...accentTokens(color, null)[theme],
      };
      return PAIRS.filter(([text, ground, atLeast]) => contrast(all[text]!, all[ground]!) < atLeast).map(
        ([text, ground]) => `${color} ${theme}: ${text} on ${ground}`,
      );
    }),
  );
  expect(unreadable).toEqual([]);
});

test("a chosen accent of dark screens is used as it is, and readable like a derived one", () => {
  const accepted = COLORS.filter((color) => accentProblem(color, "dark") === null);
  for (const color of accepted) {
    const all: Record<string, string> = {
      ...GROUNDS.dark,
      ...ON_DEEP.dark,
      ...accentTokens("#0a5a5f", color).dark,
    };
    expect(all.accent).toBe(color);
    for (const [text, ground, atLeast] of PAIRS)
      expect(contrast(all[text]!, all[ground]!), `${color}: ${text} on ${ground}`).toBeGreaterThanOrEqual(
        atLeast,
      );
  }
});

test("a color that nobody could read is refused with its contrast; anything else is no color", () => {
  expect(accentProblem("#0a5a5f", "light")).toBeNull();
  expect(accentProblem("#ffcc00", "light")).toContain("contrast is 1.3:1");
  expect(accentProblem("#333333", "dark")).toContain("Choose a lighter one");
  expect(accentProblem("red", "light")).toContain("six hexadecimal digits");
  expect(accentProblem("#0a5a5f;}body{display:none", "light")).not.toBeNull();
});
