import { randomUUID } from "node:crypto";
import { confirmationToken } from "../../app/contracts/store/private-links.server.ts";
import { PAGES } from "../../app/model/page-list.ts";
import { parseEnv } from "../../app/platform/env.server.ts";
import { loadSecret } from "../../app/platform/secret.server.ts";
import {
  expect,
  expectAccessible,
  expectReadableInTheDark,
  siteDataDir,
  test,
  forget,
} from "../support/e2e.ts";

/** What the seed says at the top of its pages. */
const HEADINGS: Record<string, RegExp> = {
  "/": /Technology that carries/,
  "/about": /A small firm/,
  "/services": /take off your desk/,
  "/portfolio": /Six projects/,
  "/portfolio/ferry-timetables": /Timetables that hold up in fog/,
  "/blog": /Notes from the work/,
  "/blog/the-monday-question": /Build the dashboard for Monday/,
  "/contact": /Write to a person/,
  "/get-started": /Three ways to begin/,
  "/privacy": /Privacy Policy/,
  "/terms": /Terms of Service/,
  "/policy": /Service Order Policy/,
  "/thank-you": /Thank you/i,
};
/** Their tests are those of their forms. */
const IN_STEPS = new Set(["/questionnaire", "/contract"]);
const listed = PAGES.flatMap(({ path }) => (IN_STEPS.has(path) ? [] : [path]));
const pages = [...new Set([...listed, ...Object.keys(HEADINGS)])].map(
  (path) => [path, HEADINGS[path] ?? /\S/] as const,
);

for (const [path, heading] of pages) {
  test(`${path} is accessible and quiet, light and dark, and fits a phone`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expectAccessible(page);
    await expectReadableInTheDark(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  });
}

test("an order link that has ended is accessible, light and dark", async ({ page, troubles }) => {
  const secret = loadSecret(parseEnv({ DATA_DIR: await siteDataDir() }));
  const response = await page.goto(`/order/${confirmationToken(secret, randomUUID())}`);
  expect(response?.status()).toBe(410);
  await expect(page.getByRole("button", { name: "Email me a new link" })).toBeVisible();
  await expectAccessible(page);
  await expectReadableInTheDark(page);
  expect(troubles.splice(0)).toHaveLength(1); // the browser notes the 410
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every page has its whole text", async ({ page }) => {
    for (const [path, heading] of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      const words = (await page.getByRole("main").innerText()).split(/\s+/).length;
      expect(words, path).toBeGreaterThan(10);
    }
  });

  test("every picture is there, in its place", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 3_000 });
    await page.goto("/portfolio");
    const places = page.locator(".picture");
    await expect(places).toHaveCount(6);
    for (const place of await places.all()) {
      const picture = place.locator("img:not([aria-hidden])");
      await expect(picture).toHaveJSProperty("complete", true);
      const [box, held] = [await picture.boundingBox(), await place.boundingBox()];
      for (const side of ["x", "y", "width", "height"] as const)
        expect(Math.abs((box?.[side] ?? Number.NaN) - (held?.[side] ?? 0)), side).toBeLessThanOrEqual(2);
    }
  });
});

test("unknown addresses answer 404 inside the layout", async ({ page, troubles }) => {
  for (const path of ["/no-such-page", "/blog/no-such-post", "/search?q=learning"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(path.startsWith("/search") ? 200 : 404);
    if (response?.status() === 404) await expect(page).toHaveTitle("We can’t find that page");
    for (const part of ["banner", "contentinfo"] as const) await expect(page.getByRole(part)).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    await expectAccessible(page);
  }
  // Chromium reports the page's own status to the console.
  forget(troubles, "404");
});

test.describe("who is lost", () => {
  test.use({ javaScriptEnabled: false });

  test("searches from where they are, without scripts too", async ({ page, troubles }) => {
    await page.goto("/blog/monday-question");
    await expect(page.getByRole("main").getByLabel("Search this site")).toHaveValue("monday question");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: /Build the dashboard for Monday/ }).click();
    await expect(page).toHaveURL("/blog/the-monday-question");
    const nothing = await page.goto("/search?q=zebra");
    expect(nothing?.headers()["cache-control"]).toContain("no-store");
    await expect(page.getByRole("status")).toHaveText("Nothing found for “zebra”.");
    await page.goto("/search?q=machine+learning");
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Machine Learning");
    forget(troubles, "404");
  });
});

test("the keyboard goes on at the service that a link of the footer leads to", async ({ page }) => {
  for (const [start, name] of [
    ["/about", "Machine Learning"],
    ["/services", "Consulting"],
  ] as const) {
    await page.goto(start);
    await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).press("Enter");
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").getByRole("link", { name: `Ask about ${name}` })).toBeFocused();
  }
});

test("a service names its prices, leads to the order form, and is asked about by its name", async ({
  page,
}) => {
  await page.goto("/services");
  const web = page.getByRole("region", { name: "Web Development" });
  await expect(web.getByRole("definition").filter({ hasText: "$120.00 a month" })).toBeVisible();
  await expect(web.getByRole("definition").filter({ hasText: "$500.00" })).toBeVisible();
  await expect(web.getByRole("link", { name: "Order Web Development" })).toHaveAttribute("href", "/contract");
  const consulting = page.getByRole("region", { name: "Consulting" });
  await expect(consulting.getByRole("link", { name: /^Order/ })).toHaveCount(0);
  await consulting.getByRole("link", { name: "Ask about Consulting" }).click();
  const service = page.getByLabel("Service", { exact: true });
  await expect(service).toHaveValue("Consulting");
  await page.goto("/contact");
  await expect(service.getByRole("option")).toHaveText([
    "Web Development",
    "Data Analytics",
    "Machine Learning",
    "Business Intelligence",
    "Custom Solution",
  ]);
});

test("each figure of the home page says whose it is", async ({ page }) => {
  await page.goto("/");
  const figures = page.locator("dl").filter({ hasText: "lower running costs" });
  await expect(figures.getByText(/^Source: /)).toHaveCount(4);
});

test("a project of home leads to its page, and from there to the next and back to all", async ({ page }) => {
  await page.goto("/");
  const link = page.getByRole("main").locator('a[href^="/portfolio/"]').first();
  const name = (await link.textContent()) ?? "";
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  const next = page.getByRole("region", { name: "Next project" }).getByRole("link");
  const nextName = (await next.textContent()) ?? "";
  expect(nextName).not.toBe(name);
  await next.click();
  await expect(page.getByRole("heading", { level: 1, name: nextName, exact: true })).toBeVisible();
  await page.getByRole("link", { name: "All projects" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Six projects/);
});

test("an address of a project within the portfolio still leads there", async ({ page }) => {
  await page.goto("/portfolio#tenant-portal");
  await expect(page.locator("#tenant-portal")).toBeInViewport();
});

test("pages can be reached by keyboard alone", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip to/i })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
