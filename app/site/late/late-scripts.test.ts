import { expect, test } from "vitest";
import { withLateScripts } from "./late-scripts.ts";

const page =
  `<script>theme</script><main>text</main>` +
  `<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>` +
  `<script>window.__remixContext = {};</script><script type="module" async="">import "/a.js";</script>` +
  `</body></html><script>enqueue("<script type=\\"module\\">")</script>`;

test("preloads and module script wait in templates; data scripts run where they stand", () => {
  expect(withLateScripts(page)).toBe(
    `<script>theme</script><main>text</main>` +
      `<template data-late=""><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/></template>` +
      `<script>window.__remixContext = {};</script>` +
      `<template data-late=""><script type="module" async="">import "/a.js";</script></template>` +
      `</body></html><script>enqueue("<script type=\\"module\\">")</script>`,
  );
});

test("a page without scripts stays as it is", () => {
  expect(withLateScripts("<p>$1 $&</p>")).toBe("<p>$1 $&</p>");
});
