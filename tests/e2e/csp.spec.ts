import { expect, test, type Page } from "../support/e2e.ts";
import { live } from "../support/live-page.ts";
import { PUBLIC_PAGES } from "../support/public-pages.ts";

// The policy names the scripts that the renderer made: all of them run, and nothing else does.

const OTHER_PAGES = [
  "/search?q=care",
  "/questionnaire",
  "/contract",
  "/thank-you",
  "/login",
  "/unsubscribe",
  "/order/none",
  "/no-such-page",
];

/** What the browser refused to load or run on any page of this tab, from now on. */
async function violationsOf(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("noteViolation", (violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const note = (window as unknown as { noteViolation(violation: string): void }).noteViolation;
      note(`${event.effectiveDirective} ${event.blockedURI} on ${location.pathname}`);
    });
  });
  return violations;
}

test("no page violates its own policy, by address, by click or by form", async ({ page, troubles }) => {
  const violations = await violationsOf(page);
  for (const path of [...PUBLIC_PAGES, ...OTHER_PAGES]) {
    const response = await page.goto(path);
    expect(response?.headers()["content-security-policy"], path).toContain("'sha256-");
    expect(await page.evaluate(() => document.querySelectorAll("[nonce]").length), path).toBe(0);
  }
  await page.goto("/");
  for (const name of ["About", "Services", "Portfolio", "Blog", "Contact"]) {
    await page.getByRole("banner").getByRole("link", { name, exact: true }).click();
    await page.waitForURL(`**/${name.toLowerCase()}`);
    await live(page);
  }
  await page.getByLabel("Name").first().fill("Ada");
  await page.getByRole("main").getByRole("button", { name: "Send" }).first().click();
  await expect(
    page.getByRole("main").getByRole("alert").or(page.locator("[aria-invalid=true]")).first(),
  ).toBeVisible();
  expect(violations).toEqual([]);
  // Chromium reports each answer of 4xx as an error of its own.
  expect(troubles.splice(0).filter((trouble) => !/status of 4\d\d/.test(trouble))).toEqual([]);
});

test("a script that content brought into the page does not run", async ({ page, troubles }) => {
  const violations = await violationsOf(page);
  await page.route("**/about", async (route) => {
    const response = await route.fetch();
    const injected = `<script>window.injected = 1</script><img src="data:," alt="" onerror="window.injected = 1">`;
    await route.fulfill({ response, body: (await response.text()).replace("<main", `${injected}<main`) });
  });
  await page.goto("/about", { waitUntil: "networkidle" });
  expect(await page.evaluate(() => "injected" in window)).toBe(false);
  expect(violations).toContain("script-src-elem inline on /about");
  expect(violations).toContain("script-src-attr inline on /about");
  troubles.splice(0);
});
