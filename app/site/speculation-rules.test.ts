import { expect, test } from "vitest";
import { isPublicPage } from "../model/page-slug.ts";
import { speculationRules } from "./speculation-rules.tsx";

test("pages of the list and articles carry the rules, pages that are somebody's own do not", () => {
  const pages = ["/", "/contract", "/blog/some-post", "/our-method"];
  expect(pages.filter((path) => !isPublicPage(path))).toEqual([]);
  expect(["/login", "/admin", "/thank-you", "/contract/token"].map(isPublicPage)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("the rules prefetch and never prerender, wait until a visitor points at a link, and name only public pages", () => {
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
