import { expect, test } from "vitest";
import { GROUNDS } from "./accent.ts";
import { vanishesOn } from "./logo.ts";

const { paper } = GROUNDS.dark;
const CLEAR = [0, 0, 0, 0];
const [INK, PLUM, WHITE] = [
  [11, 25, 31, 255],
  [122, 31, 92, 255],
  [255, 255, 255, 255],
];

test.each([
  ["dark letters", [INK, INK, CLEAR, CLEAR], true],
  ["a plum disc, 2.1:1", [PLUM, CLEAR, CLEAR, CLEAR], true],
  ["a bright sign beside a dark name", [WHITE, WHITE, INK, CLEAR], true],
  ["white letters", [WHITE, WHITE, CLEAR, CLEAR], false],
  ["white letters with a little shadow", [WHITE, WHITE, WHITE, WHITE, INK, CLEAR], false],
  ["white letters in a dark box of its own", [INK, INK, INK, WHITE], false],
  ["a picture that shows nothing", [CLEAR, CLEAR], false],
])("%s", (_, pixels, vanishes) => {
  expect(vanishesOn(paper, Uint8Array.from(pixels.flat()))).toBe(vanishes);
});
