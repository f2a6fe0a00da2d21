import { expect, test } from "vitest";
import { MAX_REDIRECTS, redirectProblem, redirectsProblem, redirectTarget } from "./redirects.ts";

const asked = (url: string) => new URL(url, "https://site.example");
const LIST = [
  { from: "/old", to: "/services" },
  { from: "/shop/Größe", to: "https://shop.example/all?from=site#top" },
  { from: "/a", to: "/b" },
  { from: "/b", to: "/a" },
  { from: "/self", to: "/self?again" },
  { from: "/bad", to: "//evil.example" },
  { from: "/dotted", to: "/.//evil.example" },
  { from: "/up", to: "/x/..//evil.example" },
];

test("an old path leads to its new one, in every spelling, with the query that was asked for", () => {
  expect(redirectTarget(LIST, asked("/old"))).toBe("/services");
  expect(redirectTarget(LIST, asked("/old/?utm_source=x&q=a%26b"))).toBe("/services?utm_source=x&q=a%26b");
  expect(redirectTarget(LIST, asked("/shop/Gr%C3%B6%C3%9Fe?from=mail&p=2"))).toBe(
    "https://shop.example/all?from=site&p=2#top",
  );
  expect(redirectTarget(LIST, asked("/older"))).toBeNull();
  expect(redirectTarget(LIST, asked("/%E0%A4%A"))).toBeNull();
});

test("loops, chains and addresses of others lead nowhere, whoever wrote them", () => {
  for (const path of ["/a", "/b", "/self", "/bad", "/dotted", "/up"])
    expect(redirectTarget(LIST, asked(path))).toBeNull();
});

test("the Studio refuses what is no path of this site and no https address", () => {
  expect(redirectProblem({ from: "/old", to: "https://example.com/new" })).toBeNull();
  const wrong = ["old", "/", "//evil", "/old?x", "/a b", `/${"x".repeat(500)}`];
  expect(wrong.filter((from) => redirectProblem({ from, to: "/services" }) === null)).toEqual([]);
  const refused = [
    "http://example.com",
    "javascript:alert(1)",
    "//evil",
    "/\\evil",
    "/.//evil",
    "https://",
    "services",
    "",
  ];
  expect(refused.filter((to) => redirectProblem({ from: "/old", to }) === null)).toEqual([]);
});

test("the Studio refuses loops, chains, duplicates and more than 500", () => {
  expect(redirectsProblem([{ from: "/a", to: "/b" }])).toBeNull();
  expect(redirectsProblem([{ from: "/a", to: "/a/" }])).toBe("/a leads to itself");
  expect(
    redirectsProblem([
      { from: "/a", to: "/b" },
      { from: "/b", to: "/c" },
    ]),
  ).toContain("/b, which is redirected too");
  expect(
    redirectsProblem([
      { from: "/a", to: "/b" },
      { from: "/a/", to: "/c" },
    ]),
  ).toContain("redirected twice");
  const many = Array.from({ length: MAX_REDIRECTS + 1 }, (_, n) => ({ from: `/old-${n}`, to: "/services" }));
  expect(redirectsProblem(many)).toBe("At most 500 redirects");
  expect(redirectsProblem(many.slice(1))).toBeNull();
});
