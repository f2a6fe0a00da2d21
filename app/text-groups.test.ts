import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { siteQuery } from "./content/site-query.ts";
import { maxLengthOf, validateText } from "./model/texts.ts";
import { STUDIO_TEXTS, TEXT_GROUPS } from "./text-groups.ts";

const seed = readFileSync(new URL("../seed/data.ndjson", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Record<string, unknown>);

test.each(STUDIO_TEXTS.map((group) => [group.type, group] as const))(
  "%s: the seed has the defaults, and the Studio takes them",
  (type, { texts }) => {
    const specified = Object.entries(texts).filter(([, { text }]) => text !== "");
    expect(seed.find(({ _id }) => _id === type)).toEqual({
      _id: type,
      _type: type,
      ...Object.fromEntries(specified.map(([id, { text }]) => [id, text])),
    });
    for (const [id, text] of Object.entries(texts)) {
      expect(id).toMatch(/^[a-z][A-Za-z0-9_]*$/);
      expect(validateText(text, text.text)).toBe(true);
      expect(text.text.length).toBeLessThanOrEqual(maxLengthOf(text));
    }
  },
);

test("every page reads every group", () => {
  expect(TEXT_GROUPS.filter(({ type }) => !siteQuery.includes(`"${type}"`))).toEqual([]);
});
