import { expect, test } from "vitest";
import { withLateScripts } from "./late-scripts.ts";
import { speculationRules } from "./speculation-rules.ts";

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

test("the manifest, drawings by reference and pictures further down wait too", () => {
  const drawing = `<svg class="contours" viewBox="0 0 1 1"><use href="/assets/lines.svg#contours"></use></svg>`;
  const icon = `<svg viewBox="0 0 1 1"><use href="#own"></use></svg>`;
  const miniature = `<img src="data:image/png;base64,AA" alt="" class="picture-blur"/>`;
  const first = `${miniature}<img src="/a.png" width="8" height="6" loading="eager"/>`;
  const lazy = `<img src="/b.png" width="840" height="630" alt="&gt;" loading="lazy"/>`;
  const hold = `<svg viewBox="0 0 840 630" data-hold=""></svg>`;
  expect(
    withLateScripts(
      `<link rel="manifest" href="/m"/>${drawing}${icon}${first}${miniature}${lazy}<b>${lazy}</b>`,
    ),
  ).toBe(
    `<template data-late=""><link rel="manifest" href="/m"/></template>` +
      `<noscript data-late="">${drawing}</noscript>${icon}${first}` +
      `${hold}<noscript data-late="">${miniature}${lazy}</noscript>` +
      `<b>${hold}<noscript data-late="">${lazy}</noscript></b>`,
  );
});

test("the rules of what is fetched ahead come last, on pages that carry them", () => {
  expect(withLateScripts("<body><p>$&</p></body>", { rules: true })).toBe(
    `<body><p>$&</p><template data-late=""><script type="speculationrules">${speculationRules}</script></template></body>`,
  );
});
