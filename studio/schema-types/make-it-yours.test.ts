import { readFileSync } from "node:fs";
import type { ObjectSchemaType } from "sanity";
import { expect, test } from "vitest";
import { STUDIO_TEXTS } from "../../app/model/text-groups.ts";
import { orderedLists } from "../model/kinds.ts";
import { compiledSchema as schema } from "./compiled.ts";
import { schemaTypes } from "./index.ts";

// Every title of the Studio that docs/make-it-yours.md names exists.

const root = new URL("../../", import.meta.url);
const guide = readFileSync(new URL("docs/make-it-yours.md", root), "utf8");

/** The document types by the titles of their items in the Studio's list. */
const listed = new Map<string, string[]>([
  ["Page openings", ["pageIntro"]],
  ["Legal pages", ["legalPage"]],
  ["Texts", STUDIO_TEXTS.map(({ type }) => type)],
  ...orderedLists.map(({ type, title }): [string, string[]] => [title, [type]]),
  ...schemaTypes.flatMap(({ name, title = "", type }): [string, string[]][] =>
    type === "document" ? [title, `${title}s`].map((words) => [words, [name]]) : [],
  ),
]);

const fieldsOf = (type: unknown) => (type as Partial<ObjectSchemaType>).fields ?? [];

/** Returns whether titles lead from a list of the Studio to a field. */
function leads([list = "", ...path]: string[]): boolean {
  const names = listed.get(list);
  if (!names) return false;
  if (list === "Texts" && path.length > 0)
    return STUDIO_TEXTS.some(({ title }) => title === path[0]) && path.length === 1;
  return names.some((name) => {
    let types: unknown[] = [schema.get(name)];
    for (const title of path)
      types = types.flatMap(fieldsOf).flatMap(({ type }) => (type.title === title ? [type] : []));
    return types.length > 0;
  });
}

test("every title that the guide names is one of the Studio", () => {
  const titles = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = ""]) => words);
  expect(titles.length).toBeGreaterThan(25);
  const named = titles.filter((words) => words !== "Bold");
  expect(named.filter((words) => !leads(words.split(" › ")))).toEqual([]);
  expect(leads(["Site settings", "Slogan"])).toBe(false);
});
