import { expect, test } from "vitest";
import { carriesSpeculationRules, speculationRules } from "./speculation-rules.ts";

test.each([
  ["public, max-age=0, s-maxage=60", true],
  ["public, no-cache", true],
  ["private, no-store", false],
  [null, false],
])("%s: %s", (cacheControl, expected) => {
  const headers = new Headers(cacheControl ? { "cache-control": cacheControl } : {});
  expect(carriesSpeculationRules(headers)).toBe(expected);
});

test("the rules fetch and never run, wait for a visitor's aim, and name no page that is somebody's own", () => {
  const rules = JSON.parse(speculationRules) as Record<
    string,
    { eagerness: string; where: { and: [{ href_matches: string[] }] } }[]
  >;
  expect(Object.keys(rules)).toEqual(["prefetch"]);
  expect(rules.prefetch?.map(({ eagerness }) => eagerness)).toEqual(["moderate"]);
  const named = rules.prefetch?.[0]?.where.and[0].href_matches ?? [];
  const matches = (path: string) =>
    named.some((pattern) => new URLPattern({ pathname: pattern }).test({ pathname: path }));
  const open = ["/", "/about", "/blog", "/blog/some-post", "/contract", "/policy"];
  const own = [
    "/admin",
    "/login",
    "/logout",
    "/auth/google",
    "/api/session",
    "/studio",
    "/lake",
    "/thank-you",
  ];
  expect([...open, ...own, "/contract/order", "/newsletter/unsubscribe"].filter(matches)).toEqual(open);
});
