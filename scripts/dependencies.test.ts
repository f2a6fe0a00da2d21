import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Package {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** Returns the names of the direct dependencies of a workspace. */
function declared(workspace: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    read(`${workspace}package.json`),
  ) as Package;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

/** Returns the names at the beginning of the list items of a document, each with a reason behind its colon. */
function explained(document: string): string[] {
  const items = read(document).matchAll(/^- (`[^:]+`):\s+\S/gm);
  return [...items].flatMap(([, names = ""]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
}

test.each([
  ["docs/dependencies.md", ["", "studio/"]],
  ["packages/stand-ins/README.md", ["packages/stand-ins/"]],
])("%s has a reason for every direct dependency, once, and for nothing else", (document, workspaces) => {
  const names = new Set(workspaces.flatMap(declared));
  expect(explained(document).sort()).toEqual([...names].sort());
});

test("the README of lakelet names what it needs", () => {
  const table = read("packages/lakelet/README.md");
  const { dependencies = {} } = JSON.parse(read("packages/lakelet/package.json")) as Package;
  expect(Object.keys(dependencies).filter((name) => !table.includes(name))).toEqual([]);
});
