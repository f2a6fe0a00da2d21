import type { Locator } from "@playwright/test";
import { expect, expectReadableInTheDark, test } from "../support/e2e.ts";
import { watchShifts } from "../support/live-page.ts";

/** How many characters of the headline are visible at a moment after the page was opened, in milliseconds. */
function visibleAt(headline: Locator, ms: number): Promise<number> {
  return headline.evaluate((h1, at) => {
    const characters = [...h1.querySelectorAll<HTMLElement>("span > span > span")];
    // Started anew: finished animations are not in the list.
    for (const one of characters) one.style.animation = "none";
    h1.getBoundingClientRect();
    for (const one of characters) one.style.animation = "";
    for (const animation of h1.getAnimations({ subtree: true })) {
      animation.pause();
      animation.currentTime = at;
    }
    return characters.filter((one) => getComputedStyle(one).color !== "rgba(0, 0, 0, 0)").length;
  }, ms);
}

test("the headline is whole in the HTML, is typed, and moves nothing", async ({ page }) => {
  const shifts = await watchShifts(page);
  const html = await (await page.request.get("/")).text();
  const text = /<h1[^>]*aria-label="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(text.length).toBeGreaterThan(10);
  await page.goto("/");
  const headline = page.getByRole("heading", { level: 1, name: text, exact: true });
  await expect(headline).toHaveText(text);
  // docs/specification.md, section 9: one character every 80 ms after 500 ms.
  for (const [ms, characters] of [
    [0, 0],
    [579, 0],
    [581, 1],
    [661, 2],
    [500 + 80 * 25 + 1, 25],
    [500 + 80 * text.length + 1, text.length],
  ] as const)
    expect(await visibleAt(headline, ms)).toBe(characters);
  expect(await shifts()).toBe(0);
});

test.describe("under reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("headline and figures stand still", async ({ page }) => {
    await page.goto("/");
    const figures = page
      .locator("section", { has: page.locator("#what-good-data-is-worth") })
      .locator("dd span");
    const before = await figures.allTextContents();
    expect(before.length).toBeGreaterThan(0);
    await figures.first().scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    expect(await figures.allTextContents()).toEqual(before);
    const headline = page.getByRole("heading", { level: 1 });
    expect(await headline.evaluate((h1) => h1.getAnimations({ subtree: true }).length)).toBe(0);
  });
});

test("is readable in print with its backgrounds, in the dark theme too", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  await expectReadableInTheDark(page);
});

test("a figure counts up when it comes into sight, and ends where it was", async ({ page }) => {
  await page.goto("/");
  const figure = page
    .locator("section", { has: page.locator("#what-good-data-is-worth") })
    .locator("dd span")
    .first();
  const final = (await figure.textContent()) ?? "";
  await figure.evaluate((element) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(element.textContent ?? "")).observe(element, {
      characterData: true,
      subtree: true,
      childList: true,
    });
  });
  await figure.scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen.length))
    .toBeGreaterThan(1);
  await expect(figure).toHaveText(final);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("everything is there and in sight", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(
      await page
        .getByRole("heading", { level: 1 })
        .evaluate((h1) => getComputedStyle(h1.querySelector("span > span") ?? h1).color),
    ).not.toBe("rgba(0, 0, 0, 0)");
    for (const heading of await page.getByRole("main").getByRole("heading", { level: 2 }).all())
      await expect(heading).toBeVisible();
    await expect(page.getByRole("main").locator("h2")).toHaveCount(5);
  });
});
