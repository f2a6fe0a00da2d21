import { expect, test } from "../support/e2e.ts";
import { watchShifts } from "../support/layout-shifts.ts";

test("the headline is whole in the HTML, types itself, and moves nothing", async ({ page }) => {
  const shifts = await watchShifts(page);
  const html = await (await page.request.get("/")).text();
  const text = /<h1[^>]*>([^<]+)<\/h1>/.exec(html)?.[1] ?? "";
  expect(text.length).toBeGreaterThan(10);

  // It starts before the page is there for us to look at.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const note: MutationCallback = (records) => {
      for (const { target } of records) seen.push((target as HTMLElement).dataset.typed ?? "");
    };
    new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["data-typed"] });
  });
  await page.goto("/");
  const headline = page.getByRole("heading", { level: 1 });
  await expect(headline).toHaveText(text);
  await expect(headline).toHaveAttribute("data-typed", "done", { timeout: 45_000 });
  await expect(headline).toHaveText(text);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen[0]).toBe("0");
  expect(seen.filter((count) => /^[1-9]\d*$/.test(count)).length).toBeGreaterThan(5);
  expect(await shifts()).toBe(0);
});

test.describe("under reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("headline and figures stand still", async ({ page }) => {
    await page.goto("/");
    const figures = page.locator("section", { has: page.locator("#home-statistics") }).locator("dd span");
    const before = await figures.allTextContents();
    expect(before.length).toBeGreaterThan(0);
    await figures.first().scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    expect(await figures.allTextContents()).toEqual(before);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveAttribute("data-typed");
  });
});

test("a figure counts up when it comes into sight, and ends where it was", async ({ page }) => {
  await page.goto("/");
  const figure = page
    .locator("section", { has: page.locator("#home-statistics") })
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
      await page.getByRole("heading", { level: 1 }).evaluate((h1) => getComputedStyle(h1).color),
    ).not.toBe("rgba(0, 0, 0, 0)");
    for (const id of ["services", "projects", "testimonials", "statistics", "closing"]) {
      await expect(page.locator(`#home-${id}`)).toBeVisible();
    }
  });
});
