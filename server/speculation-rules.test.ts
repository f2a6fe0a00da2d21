import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SPECULATION_RULES_PATH, namesSpeculationRules } from "./speculation-rules.ts";

test.each([
  ["text/html; charset=utf-8", "public, max-age=0, s-maxage=60", true],
  ["text/html; charset=utf-8", "public, no-cache", true],
  ["text/html; charset=utf-8", "private, no-store", false],
  ["text/html; charset=utf-8", null, false],
  ["application/xml", "public, max-age=300", false],
])("%s, %s: %s", (type, cacheControl, expected) => {
  const headers = new Headers({
    "content-type": type,
    ...(cacheControl ? { "cache-control": cacheControl } : {}),
  });
  expect(namesSpeculationRules(headers)).toBe(expected);
});

test("the rules fetch and never run, wait for a visitor's aim, and name no page that is somebody's own", () => {
  const file = readFileSync(new URL(`../public${SPECULATION_RULES_PATH}`, import.meta.url), "utf8");
  const rules = JSON.parse(file) as Record<string, { eagerness: string }[]>;
  expect(Object.keys(rules)).toEqual(["prefetch"]);
  expect(rules.prefetch?.map(({ eagerness }) => eagerness)).toEqual(["moderate"]);
  const named = [...file.matchAll(/"href_matches": "(?<path>[^"]*)"/g)].map(
    ({ groups }) => groups?.path ?? "",
  );
  expect(named.length).toBeGreaterThan(10);
  expect(
    named.filter((path) => /^\/(?:admin|login|logout|auth|api|studio|lake|order|unsubscribe|\*)/.test(path)),
  ).toEqual([]);
});
