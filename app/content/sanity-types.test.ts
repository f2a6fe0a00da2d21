import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** Returns the queries of the generated file, whose keys are single-quoted string literals. */
function typedQueries(): Set<string> {
  const keys = read("sanity.types.ts").matchAll(/^ {4}(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"): \w+;?$/gm);
  const unescape = (literal: string) =>
    literal.replaceAll(/\\(.)/g, (_, c: string) => (c === "n" ? "\n" : c));
  return new Set(Array.from(keys, ([, single, standIn]) => unescape(single ?? standIn ?? "")));
}

test("every query has its generated type; without one its answer would silently be `any`", async () => {
  const typed = typedQueries();
  const files = globSync("**/*query.ts", { cwd: new URL("..", import.meta.url) });
  const queries = files.filter((file) => read(`../${file}`).includes("defineQuery("));
  expect(queries.length).toBeGreaterThan(8);
  for (const file of queries) {
    const module = (await import(/* @vite-ignore */ `../${file}`)) as Record<string, unknown>;
    // A composed query has no generated type, which typegen could not read.
    for (const [, name = ""] of read(`../${file}`).matchAll(/^export const (\w+) = defineQuery\(/gm)) {
      expect(typed.has(String(module[name])), `${name} changed: npm run types -w studio`).toBe(true);
    }
  }
});
