import { cardSite, expect, signInOnCardSite, test, type Page } from "../support/e2e.ts";
import { watchShifts } from "../support/live-page.ts";
import { pdfOfSize } from "../support/sample-files.ts";

/** Opens a page whose scripts are on their way until they are let through. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route("**/assets/framework-*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "load" });
  return async () => {
    letThrough();
    await expect(page.locator("html[data-live]")).toBeAttached();
  };
}

test("scripts are asked for when the page has been painted", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("html[data-live]")).toBeAttached();
  const { painted, parsed, scripts } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    parsed:
      (performance.getEntriesByType("navigation") as PerformanceNavigationTiming[])[0]
        ?.domContentLoadedEventStart ?? 0,
    scripts: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => startTime),
  }));
  expect(scripts.length).toBeGreaterThan(3);
  // A page that is painted later than three seconds after it was parsed does not wait any longer.
  expect(Math.min(...scripts)).toBeGreaterThan(Math.min(painted, parsed + 3_000));
});

test("a form that is filled in before the scripts are there loses nothing and is sent by them", async ({
  page,
}) => {
  const letThrough = await openEarly(page, "/contact");
  await page.getByLabel("Name").fill("Grace Hopper");
  await page.getByLabel("Email", { exact: true }).fill("grace@example.com");
  await page.getByLabel("Service", { exact: true }).selectOption("Machine Learning");
  const message = page.getByLabel("Message");
  await message.fill("Written at once.");

  await letThrough();
  await expect(page.getByLabel("Name")).toHaveValue("Grace Hopper");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("grace@example.com");
  await expect(page.getByLabel("Service", { exact: true })).toHaveValue("Machine Learning");
  await expect(message).toHaveValue("Written at once.");

  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Thank you! Your message has been sent.")).toBeVisible();
  expect(await page.evaluate(() => "same" in window)).toBe(true);
});

test("services that are chosen before the scripts are there are in the totals", async ({ page }) => {
  const letThrough = await openEarly(page, "/contract");
  await page.getByRole("checkbox", { name: /Website Maintenance/i }).check();
  await letThrough();
  await expect(page.getByRole("checkbox", { name: /Website Maintenance/i })).toBeChecked();
  await expect(page.getByRole("region", { name: "Your order" })).toContainText("Total$120.00");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("checkbox", { name: /Website Maintenance/i })).toBeChecked();
});

test("a button pressed and a file chosen before the scripts are there are not lost", async ({ page }) => {
  const letThrough = await openEarly(page, "/questionnaire?step=4");
  const files = page.locator("input[type=file]");
  await files.setInputFiles({ name: "early.pdf", mimeType: "application/pdf", buffer: pdfOfSize(500) });
  await page.getByRole("button", { name: "Next" }).click();
  await letThrough();
  await expect(page.getByText("Step 5 of 5")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "early.pdf" })).toContainText("Uploaded");
});

test("the menu of a phone opens before the scripts are there and stays open", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const letThrough = await openEarly(page, "/about");
  await page.locator("summary", { hasText: "Menu" }).click();
  await letThrough();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /./ })).toBeVisible();
  await expect(page).toHaveURL(/\/services$/);
});

test("a button pressed while React begins to listen and the page's data is not decoded yet is not lost", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { addEventListener } = Document.prototype;
    const next = () => [...document.querySelectorAll("button")].find((one) => one.textContent === "Next");
    Document.prototype.addEventListener = function (this: Document, ...args: unknown[]) {
      // React listens before it renders for the first time.
      if (args[0] === "click" && this.readyState !== "loading") queueMicrotask(() => next()?.click());
      Reflect.apply(addEventListener, this, args);
    };
  });
  await page.goto("/questionnaire?step=4");
  await expect(page.getByText("Step 5 of 5")).toBeVisible();
});

for (const path of ["/contract", "/questionnaire", "/login", "/admin"])
  test(`a slow machine shows no error on ${path}, whatever is pressed and typed meanwhile`, async ({
    page,
  }) => {
    if (path === "/admin") await signInOnCardSite(page.context());
    const savedAt = Date.now();
    await page.addInitScript((savedAt) => {
      const fields = [["services.websiteMaintenance.selected", "on"]];
      localStorage.setItem("contractDraft", JSON.stringify({ savedAt, fields }));
    }, savedAt);
    // Chromium makes a processor slow by keeping it busy.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 8 });
    await page.goto(`${cardSite}${path}?step=3`, { waitUntil: "commit" });
    const isLive = page.locator("html[data-live]");
    const press = () =>
      page.evaluate(() => {
        document.querySelector<HTMLElement>("main h1")?.click();
        const field = document.querySelector<HTMLInputElement>(
          "main input[type=text], main input[type=email], main textarea",
        );
        for (const type of ["keypress", "paste", "input"])
          field?.dispatchEvent(new Event(type, { bubbles: true }));
        document.querySelector<HTMLElement>("main label, main nav button")?.click();
      });
    while (!(await isLive.count())) {
      // A document that is being replaced takes no press.
      await press().catch(() => null);
      await page.waitForTimeout(50);
    }
    await press();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

for (const path of ["/contract", "/questionnaire", "/contact"])
  test(`nothing moves on ${path} when the scripts come`, async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    const shifts = await watchShifts(page);
    const letScripts = await openEarly(page, path);
    await letScripts();
    expect(await shifts()).toBeLessThan(0.001);
  });

test("a kept draft fills the form beside what was entered before the scripts were there", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const fields = [["services.websiteMaintenance.selected", "on"]];
    localStorage.setItem("contractDraft", JSON.stringify({ savedAt: Date.now(), fields }));
  });
  const letThrough = await openEarly(page, "/contract");
  await page.getByRole("checkbox", { name: /Domain setup/i }).check();
  await letThrough();
  await expect(page.getByText("Your unfinished order was restored.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /Website Maintenance/i })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /Domain setup/i })).toBeChecked();
});

test("pictures further down are lazy, and nothing moves for them", async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  const shifts = await watchShifts(page);
  await page.goto("/portfolio");
  await expect(page.locator("html[data-live]")).toBeAttached();
  const pictures = page.locator(".picture > img:not([aria-hidden])");
  await expect(pictures).toHaveCount(6);
  await expect(pictures.first()).toHaveAttribute("fetchpriority", "high");
  await expect(pictures.last()).toHaveAttribute("loading", "lazy");
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty("complete", true);
  }
  expect(await shifts()).toBeLessThan(0.001);
});
