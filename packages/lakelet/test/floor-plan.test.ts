import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = globSync("src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));

/** `src` itself is one, too. */
const folderOf = (file: string): string => posix.dirname(file).split("/").slice(0, 2).join("/");

/** Which folders the files of each folder import, types included. */
const imports = new Map<string, Set<string>>();
for (const file of sources) {
  const own = folderOf(file);
  const targets = imports.get(own) ?? new Set();
  imports.set(own, targets);
  for (const [, path = ""] of readFileSync(root + file, "utf8").matchAll(/ from "(\.[^"]+)"/g))
    targets.add(folderOf(posix.join(posix.dirname(file), path)));
}

test("no two folders import each other", () => {
  const pairs = Array.from(imports, ([folder, targets]) =>
    Array.from(targets)
      .filter((target) => folder < target && imports.get(target)?.has(folder))
      .map((target) => `${folder} and ${target}`),
  );
  expect(imports.size).toBeGreaterThan(10);
  expect(pairs.flat()).toEqual([]);
});

test("the plan in docs/architecture.md shows every folder", () => {
  const plan = readFileSync(`${root}docs/architecture.md`, "utf8");
  const missing = Array.from(imports.keys(), (folder) => `${posix.basename(folder)}/`).filter(
    (folder) => folder !== "src/" && !plan.includes(folder),
  );
  expect(missing).toEqual([]);
});
