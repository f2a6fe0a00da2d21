import { expect, test } from "vitest";
import { wordsOfPath } from "../../site/search-form.tsx";
import { createSearch, type Findable } from "./rank.ts";

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

const search = createSearch(index);
const found = (text: string) => search(text).map(({ path }) => path);

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

test.each([
  ["anaytics", 3],
  ["analitycs", 3],
  ["websiets", 2],
  ["dtaa", 0],
  ["zzzzz", 0],
])("a mistyped %s finds %i pages", (text, count) => expect(found(text)).toHaveLength(count));

test("a word that is there is not taken for another", () => {
  const near = createSearch([one("/a", "Marketing"), one("/b", "Markets"), one("/c", "Web Development")]);
  expect(near("marketing").map(({ path }) => path)).toEqual(["/a"]);
  expect(near("Eve")).toEqual([]);
});

test("a search is text, never a pattern or a program", () => {
  for (const text of ["", "   ", ".*", "(((", "]|*[_type == 'contract']", "\u0000", "x".repeat(5_000)])
    expect(found(text)).toEqual([]);
});

test.each([
  ["/blog/the-monday-questoin", "the monday questoin"],
  ["/About.html", "About"],
  ["/a/b/%E2%82%AC%20caf%C3%A9", "café"],
  ["/%E0%A4%A", "E0 A4 A"],
  ["/", ""],
])("the address %s was looking for %j", (path, words) => expect(wordsOfPath(path)).toBe(words));
