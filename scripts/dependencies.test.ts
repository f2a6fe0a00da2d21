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

test("every direct dependency has its reason in docs/dependencies.md, once, and nothing else is there", () => {
  const names = new Set([...declared(""), ...declared("studio/")]);
  expect(explained("docs/dependencies.md").sort()).toEqual([...names].sort());
});
