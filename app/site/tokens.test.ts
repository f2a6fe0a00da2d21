import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast } from "../model/colors.ts";

const source = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function color(name: string, theme: 0 | 1): string {
  const value = new RegExp(`--color-${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`).exec(source);
  const hex = value?.[3] ?? value?.[theme + 1];
  if (!hex) throw new Error(`tokens.css has no color --color-${name}`);
  return hex;
}

const grounds = ["paper", "surface", "tint"];
const pairs: [text: string, ground: string, atLeast: number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ["ink", ground, 7],
    ["ink-soft", ground, 7],
    ["ink-faint", ground, 4.5],
    ["accent", ground, 4.5],
    ["accent-strong", ground, 4.5],
    ["danger", ground, 4.5],
    ["success", ground, 4.5],
    ["warning", ground, 4.5],
    ["edge", ground, 3],
  ]),
  ...["chart-1", "chart-2", "chart-3", "chart-4"].map((bar): [string, string, number] => [bar, "surface", 3]),
  ["on-accent", "accent", 7],
  ["on-accent", "accent-strong", 7],
  ["accent-strong", "accent-tint", 4.5],
  ["danger", "danger-tint", 4.5],
  ["success", "success-tint", 4.5],
  ["warning", "warning-tint", 4.5],
  ["on-deep", "deep", 7],
  ["on-deep-soft", "deep", 7],
  ["deep-ink", "deep-accent", 7],
  ["deep-ink", "on-deep", 7],
];

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("%s theme", (_, theme) => {
  test.each(pairs)("%s on %s has a contrast of at least %d", (text, ground, atLeast) => {
    expect(contrast(color(text, theme), color(ground, theme))).toBeGreaterThanOrEqual(atLeast);
  });
});
