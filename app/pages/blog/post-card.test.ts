import { expect, test } from "vitest";
import { readingMinutes } from "./post-card.tsx";

test.each([
  [null, 1],
  [0, 1],
  [300, 1],
  [340, 2],
  [2200, 10],
])("%s words take %s min", (words, minutes) => expect(readingMinutes(words)).toBe(minutes));
