import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { safeRedirectPath } from "./redirect-path.ts";

test.each(["/", "/admin", "/admin?status=new&page=2", "/admin/questionnaires/x#top", "/a/../b"])(
  "%s is a path of this site",
  (path) => expect(safeRedirectPath(path)).toMatch(/^\//),
);

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/..//evil.example",
  "/.//evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "admin",
  "",
  null,
  undefined,
  7,
  `/${"x".repeat(1_000)}`,
])("%j is none", (value) => expect(safeRedirectPath(value)).toBeUndefined());

// oxlint-disable-next-line vitest/expect-expect -- fast-check asserts
test("whatever it lets through stays on the site", () => {
  const part = fc.constantFrom("/", "\\", ".", "..", "%2f", "@", ":", "evil.example", "?", "#", "\t", "a");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = safeRedirectPath(`/${parts.join("")}`);
      return path === undefined || new URL(path, "https://site.test").origin === "https://site.test";
    }),
    { numRuns: 2_000 },
  );
});

test("a path is read by browsers that have no URL.parse", () => {
  const { parse } = URL;
  onTestFinished(() => void Object.assign(URL, { parse }));
  Reflect.deleteProperty(URL, "parse");
  expect(safeRedirectPath("/admin?page=2")).toBe("/admin?page=2");
});
