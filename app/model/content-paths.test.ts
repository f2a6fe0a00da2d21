import { expect, test } from "vitest";
import { articlePath, projectPath, servicePath } from "./content-paths.ts";

test.each([
  ["the-monday-question", "the-monday-question"],
  ["Über uns", "%C3%9Cber%20uns"],
  ["100 %?#1", "100%20%25%3F%231"],
  ["a/b", "a%2Fb"],
  ['"><script>', "%22%3E%3Cscript%3E"],
])("the slug %j is %j in a link", (slug, encoded) => {
  expect(articlePath(slug)).toBe(`/blog/${encoded}`);
  expect(projectPath(slug)).toBe(`/portfolio/${encoded}`);
  expect(servicePath(slug)).toBe(`/services#${encoded}`);
  expect(decodeURIComponent(encoded)).toBe(slug);
});
