import { expect, test } from "vitest";
import { rank, type Findable } from "./rank.ts";
import { wordsOfPath } from "../../layout/search-form.tsx";

const one = (path: string, title: string, summary = "", more = ""): Findable => ({
  path,
  kind: path.startsWith("/blog/") ? "Article" : "Page",
  title,
  summary,
  more,
});

const index = [
  one("/services", "What we do", "Websites and data analytics"),
  one("/blog/café", "A café’s website", "", "How analytics helped"),
  one("/blog/analytics", "Data analytics for the rest of us"),
  one("/privacy", "Privacy Policy", "", "We keep no data that we do not need"),
];

const found = (search: string) => rank(index, search).map(({ path }) => path);

test("words in the title count more than words in the text", () => {
  expect(found("analytics")).toEqual(["/blog/analytics", "/services", "/blog/café"]);
});

test("what has all the words comes before what has one of them", () => {
  expect(found("data analytics")[0]).toBe("/blog/analytics");
  expect(found("data analytics")).toContain("/privacy");
  expect(found("websites data")[0]).toBe("/services");
});

test("case and accents do not matter, and the beginning of a word is enough", () => {
  expect(found("CAFE")).toEqual(["/blog/café"]);
  expect(found("analyt")).toHaveLength(3);
  expect(found("an")).toEqual([]);
});

test("a search is text, never a pattern or a program", () => {
  for (const search of ["", "   ", ".*", "(((", "]|*[_type == 'contract']", "\u0000", "x".repeat(5_000)])
    expect(found(search)).toEqual([]);
});

test.each([
  ["/blog/the-monday-questoin", "the monday questoin"],
  ["/About.html", "About"],
  ["/a/b/%E2%82%AC%20caf%C3%A9", "café"],
  ["/%E0%A4%A", "E0 A4 A"],
  ["/", ""],
])("the address %s was looking for %j", (path, words) => expect(wordsOfPath(path)).toBe(words));
