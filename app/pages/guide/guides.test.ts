import { expect, test } from "vitest";
import { loadGuide } from "./guides.server.ts";

test.each(["first-hour", "content-guide", "make-it-yours"])(
  "%s is a page with its own links and pictures",
  (name) => {
    const { title, html } = loadGuide(name) ?? { title: "", html: "" };
    expect(title).toMatch(/\w/);
    expect(html).not.toContain("<h1");
    expect(html).not.toMatch(/href="[^"]*\.md|src=""/);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, other = "", anchor] of html.matchAll(/href="\/guide\/([\w-]+)(?:#([\w-]+))?"/g)) {
      const target = loadGuide(other);
      expect([other, target === null]).toEqual([other, false]);
      if (anchor) expect(target?.html).toContain(` id="${anchor}"`);
    }
  },
);

test.each([
  ["first-hour", 4],
  ["content-guide", 3],
])("%s has pictures of the Studio", (name, least) => {
  expect(loadGuide(name)?.html.match(/<img /g)?.length).toBeGreaterThanOrEqual(least);
});

test.each(["", "nothing", "__proto__", "constructor", "../package.json"])("there is no guide %j", (name) => {
  expect(loadGuide(name)).toBeNull();
});
