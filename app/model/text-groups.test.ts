import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { siteQuery } from "../content/site-query.ts";
import { STUDIO_TEXTS, TEXT_GROUPS } from "./text-groups.ts";
import { QUESTION_TEXTS } from "./texts/questions.ts";
import { maxLengthOf, validateText, type DefaultTexts } from "./texts/texts.ts";

const seed = readFileSync(new URL("../../seed/data.ndjson", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Record<string, unknown>);

test.each(STUDIO_TEXTS.map((group) => [group.type, group] as const))(
  "%s: the Studio takes every default",
  (_, { texts }) => {
    for (const [id, text] of Object.entries(texts)) {
      expect(id).toMatch(/^[a-z][A-Za-z0-9_]*$/);
      expect(validateText(text, text.text)).toBe(true);
      expect(text.text.length).toBeLessThanOrEqual(maxLengthOf(text));
    }
  },
);

test("no text stands in the seed as well: a field that nobody filled in says its default", () => {
  const isText = new Set(STUDIO_TEXTS.map(({ type }) => type));
  expect(seed.filter(({ _type }) => isText.has(String(_type)))).toEqual([]);
});

test("no text of a file is lost among those of another", () => {
  const written = readdirSync(new URL("texts/", import.meta.url))
    .filter((file) => file.endsWith(".json") && file !== "emails.json")
    .map(
      (file) => JSON.parse(readFileSync(new URL(`texts/${file}`, import.meta.url), "utf8")) as DefaultTexts,
    )
    .flatMap(({ type, texts }) => Object.entries(texts).map(([id, { text }]) => `${type}.${id}: ${text}`));
  const read = TEXT_GROUPS.filter(({ type }) => type !== QUESTION_TEXTS.type).flatMap(({ type, texts }) =>
    Object.entries(texts).map(([id, { text }]) => `${type}.${id}: ${text}`),
  );
  expect(read.toSorted()).toEqual(written.toSorted());
});

test("every page reads every group", () => {
  expect(TEXT_GROUPS.filter(({ type }) => !siteQuery.includes(`"${type}"`))).toEqual([]);
});
