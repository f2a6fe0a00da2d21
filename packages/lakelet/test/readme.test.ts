import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const lake = fileURLToPath(new URL("..", import.meta.url));
const pages = ["README.md", ...globSync("docs/*.md", { cwd: lake })];
const read = (page: string): string => readFileSync(`${lake}/${page}`, "utf8");
/** Without blocks of code, which may look like headings, links and rows. */
const prose = (page: string): string => read(page).replace(/^```[^]*?^```$/gm, "");

/** The anchors that GitHub and npm give to the headings of a page. */
const anchors = (page: string): string[] =>
  Array.from(prose(page).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

function isDead(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(`${lake}/${target}`)) return true;
  return anchor !== undefined && !anchors(target).includes(anchor);
}

test.each(pages)("every link of %s leads to a file and a heading", (page) => {
  const links = Array.from(prose(page).matchAll(/\]\((?!https?:)([^)]+)\)/g), ([, link = ""]) => link);
  expect(links.filter((link) => isDead(page, link))).toEqual([]);
});

test("README.md is read in five minutes", () => {
  expect(Buffer.byteLength(read("README.md"))).toBeLessThan(20_000);
});

describe("the pages of users", () => {
  /** The rows of their tables, below their head, with the names of the columns. */
  const rows = pages
    .flatMap((page) => [...prose(page).matchAll(/^(\|.+\|)\n\|[ :|-]+\|\n((?:\|.+\|\n?)+)/gm)])
    .flatMap(([, head = "", body = ""]) =>
      body
        .trim()
        .split("\n")
        .map((row) => ({ head, row })),
    );

  test("names a test in every row that promises something", () => {
    const promises = rows.filter(({ head }) => /\bTest\s*\|$/.test(head)).map(({ row }) => row);
    expect(promises.length).toBeGreaterThan(60);
    const unproven = promises.filter((row) => !/\(\.\.\/(?:test|src)\/[\w/-]+\.test\.ts\) *\|$/.test(row));
    expect(unproven).toEqual([]);
  });

  test("names the options, exports and dependencies that there are", async () => {
    const { COMMANDS, usageOf } = await import("../bin/usage.ts");
    const usages = (Object.keys(COMMANDS) as Array<keyof typeof COMMANDS>).map(usageOf).join("\n");
    const text = read("README.md");
    const { exports, dependencies } = JSON.parse(read("package.json")) as Record<string, object>;
    const names = [
      ...(usages.match(/--[a-z-]+|lakelet [a-z]+/g) ?? []),
      ...Object.keys(exports ?? {}).map((entry) => posix.join("lakelet", entry)),
      ...Object.keys(dependencies ?? {}),
    ];
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });
});
