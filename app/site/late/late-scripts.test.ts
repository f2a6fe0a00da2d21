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

test("the manifest, drawings by reference and miniatures of pictures further down wait too", () => {
  const drawing = `<svg class="contours" viewBox="0 0 1 1"><use href="/assets/lines.svg#contours"></use></svg>`;
  const icon = `<svg viewBox="0 0 1 1"><use href="#own"></use></svg>`;
  const miniature = `<img src="data:image/png;base64,AA" alt="" class="picture-blur"/>`;
  const first = `${miniature}<img src="/a.png" loading="eager"/>`;
  expect(
    withLateScripts(
      `<link rel="manifest" href="/m"/>${drawing}${icon}${first}${miniature}<img src="/b.png" loading="lazy"/>`,
    ),
  ).toBe(
    `<template data-late=""><link rel="manifest" href="/m"/></template>` +
      `<noscript data-late="">${drawing}</noscript>${icon}${first}` +
      `<template data-late="">${miniature}</template><img src="/b.png" loading="lazy"/>`,
  );
});

test("the rules of what is fetched ahead come last, on pages that carry them", () => {
  expect(withLateScripts("<body><p>$&</p></body>", { rules: true })).toBe(
    `<body><p>$&</p><template data-late=""><script type="speculationrules">${speculationRules}</script></template></body>`,
  );
});
