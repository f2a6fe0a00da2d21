import { CLIENT_ERROR_PATH } from "../../app/ui/report-error.ts";
import { expect, signInAsAdmin, test, type Page } from "../support/e2e.ts";
import { PUBLIC_PAGES } from "../support/public-pages.ts";

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Returns how many places the page was scrolled to on the way from the bottom to the top of another page. */
async function placesOnTheWay(page: Page, link: string): Promise<number> {
  await page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight);
    const seen = new Set<number>();
    addEventListener("scroll", () => {
      seen.add(Math.round(window.scrollY));
      document.documentElement.dataset["seen"] = String(seen.size);
    });
  });
  await page.getByRole("contentinfo").getByRole("link", { name: link }).click();
  await expect.poll(() => scrollY(page)).toBe(0);
  return page.evaluate(() => Number(document.documentElement.dataset["seen"]));
}

test("a footer link scrolls to the top of its page, Back leads to where the reader was", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const before = await scrollY(page);
  // A busy machine shows few of them.
  expect(await placesOnTheWay(page, "About")).toBeGreaterThan(1);
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("main")).toBeFocused();
  await page.goBack();
  await expect.poll(async () => Math.abs((await scrollY(page)) - before)).toBeLessThan(5);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await placesOnTheWay(page, "Portfolio")).toBeLessThan(4);
});

test("an anchor of the services stands right below the bar, from the page and from the footer", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/services");
  const gap = (slug: string) =>
    page
      .locator(`#${slug}`)
      .evaluate(
        (section) =>
          section.getBoundingClientRect().top -
          document.querySelector("header")!.getBoundingClientRect().bottom,
      );
  const links = page.getByRole("navigation", { name: "Services on this page" }).getByRole("link");
  const slug = (await links.nth(1).getAttribute("href"))!.slice(1);
  await links.nth(1).click();
  await expect.poll(async () => Math.abs(await gap(slug))).toBeLessThan(2);
  await page.goto("/about");
  await page.getByRole("contentinfo").locator(`a[href="/services#${slug}"]`).click();
  await expect.poll(async () => Math.abs(await gap(slug))).toBeLessThan(2);
});

test("the site is searched from the footer; / leads there unless it is typed or switched off", async ({
  page,
}) => {
  await page.goto("/about");
  const search = page.getByRole("contentinfo").getByRole("searchbox");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("a/b");
  await expect(search).toHaveValue("a/b");
  await search.fill("anaytics");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText(/results for “anaytics”/);
  await page.getByRole("banner").getByRole("link").first().focus();
  await page.keyboard.press("/");
  await expect(page.getByRole("main").getByRole("searchbox")).toBeFocused();
  await page.getByLabel("Press / to search").uncheck();
  await page.reload();
  await expect(page.getByLabel("Press / to search")).not.toBeChecked();
  await page.keyboard.press("/");
  await expect(page.getByRole("main").getByRole("searchbox")).not.toBeFocused();
});

test("the theme follows the system until it is chosen, and the choice is there before the first paint", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await background();
  await page.getByRole("button", { name: "Switch between light and dark theme" }).click();
  const light = await background();
  expect(light).not.toBe(dark);
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  // Until the scripts run, the page is the same for everyone; what is marked as chosen is not.
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await page.route(/\.js$/, () => {});
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByText("Light", { exact: true })).toHaveCSS("font-weight", "600");
  await expect(page.getByText("System", { exact: true })).toHaveCSS("font-weight", "400");
  await page.unroute(/\.js$/);
  await page.reload();
  await page.getByRole("radio", { name: "System" }).check({ force: true });
  await expect.poll(background).toBe(dark);
});

test("letters of twice their size widen no page of a phone and leave its menu within reach", async ({
  baseURL,
  launchOptions,
  playwright,
}) => {
  test.slow();
  const args = [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    await signInAsAdmin(context);
    const page = await context.newPage();
    const admin = ["", "/contracts/new", "/people", "/figures"].map((path) => `/admin${path}`);
    for (const path of [...PUBLIC_PAGES, "/questionnaire", "/contract", ...admin]) {
      await page.goto(baseURL + path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
    await page.goto(`${baseURL}/`);
    await expect(page.getByText("Menu", { exact: true }).locator("..")).toBeInViewport({ ratio: 1 });
  } finally {
    await browser.close();
  }
});

test("at 400 % zoom the bar scrolls away with the page, and stays while its menu is open", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("/about");
  const bar = page.getByRole("banner");
  await page.locator("summary", { hasText: "Menu" }).click();
  await expect(bar).toHaveCSS("position", "fixed");
  await page.keyboard.press("Escape");
  await expect(bar).toBeInViewport();
  await page.evaluate(() => scrollTo({ top: 400, behavior: "instant" }));
  await expect(bar).not.toBeInViewport();
});

test("letters and signs of the typeface's second file have it at first view", async ({ request }) => {
  const fontsOf = async (words: string) => {
    const page = await (await request.get(`/search?q=${encodeURIComponent(words)}`)).text();
    return Array.from(page.matchAll(/as="font"/g)).length;
  };
  for (const words of ["Oslo", "café"]) expect([words, await fontsOf(words)]).toEqual([words, 1]);
  for (const words of ["Ó", "è", "Å", "œ", "€", "½", "20 °C", "Acme™", "„so“"])
    expect([words, await fontsOf(words)]).toEqual([words, 2]);
});

test("with storage blocked no script throws, and nothing is reported", async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("Storage is blocked.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { configurable: true, get });
  });
  const reports: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(CLIENT_ERROR_PATH)) reports.push(request.postData());
  });
  await page.goto("/");
  await expect(page.locator("html[data-live]")).toBeAttached();
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page).toHaveURL("/about");
  await page.goBack();
  await expect(page).toHaveURL("/");
  await page.reload();
  await expect(page.locator("html[data-live]")).toBeAttached();
  expect(reports).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });

    test("the menu opens all the same", async ({ page }) => {
      await page.goto("/");
      // Nothing shines through the bar, wherever the page is scrolled to.
      await expect(page.getByRole("banner")).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
      await page.locator("summary", { hasText: "Menu" }).click();
      await expect(
        page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" }),
      ).toBeVisible();
    });
  });
});
