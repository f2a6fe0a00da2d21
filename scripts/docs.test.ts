import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROLE_NAMES } from "../app/model/roles.ts";
import { root } from "./lib/run.mjs";

// What the documents name is there: files, folders, links.

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1e8,
})
  .split("\n")
  .filter((file) => existsSync(join(root, file)));
const names = new Set(files.map((file) => basename(file)));
const documents = files.filter((file) => file.endsWith(".md") && !/^packages\/|CHANGELOG/.test(file));

/** Files of a running site or a benchmark, or of the upgrade that is described. */
const ELSEWHERE = /^(?:DATA_DIR|\.data|bench\/results|queue)\/|^react-router\.config\.ts$|^\.server\.ts$/;

const isThere = (path: string) =>
  path.includes("/")
    ? existsSync(join(root, path)) || files.some((file) => file.endsWith(`/${path.replace(/^\.\.\//, "")}`))
    : names.has(path);

test.each(documents)("%s names what is there", (document) => {
  const text = readFileSync(join(root, document), "utf8");
  const all = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, path = ""]) => path);
  const paths = [
    ...all(/`([A-Za-z.][\w./@-]*\.(?:tsx?|mjs|md|json|ndjson|css|jsonc|yaml))`/g),
    ...all(/`((?:app|bench|dev|packages|public|scripts|seed|server|studio|tests)\/[\w./-]*\/)`/g),
  ].filter((path) => !ELSEWHERE.test(path));
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
  const links = all(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g);
  expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
});

test("the decisions name every role", () => {
  const decisions = readFileSync(join(root, "docs/decisions.md"), "utf8");
  const [roles] = /^- Roles: .*$/m.exec(decisions) ?? [];
  for (const role of ROLE_NAMES) expect(roles).toContain(`\`${role}\``);
});
