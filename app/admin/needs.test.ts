import { expect, test } from "vitest";
import { suspectedLine } from "./needs.ts";

test.each([
  [{ questionnaires: 2, contracts: 0, messages: 1 }, 3, "#questionnaires"],
  [{ questionnaires: 0, contracts: 0, messages: 1 }, 1, "#messages"],
])(
  "the suspected ones are counted together and lead to the first table that has one",
  (counts, count, hash) => {
    const line = suspectedLine(counts);
    expect(line.count).toBe(count);
    expect(new URL(line.to, "https://site.test").hash).toBe(hash);
  },
);
