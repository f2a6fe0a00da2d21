import type { Page } from "@playwright/test";
import { adaAtGoogle } from "stand-ins/google";
import { cardSite, expect, expectAccessible, setGoogle, test } from "../support/e2e.ts";

const BUTTON = "Continue with Google";
const unverified = { ...adaAtGoogle, email_verified: false };
const FAILED = "Failed to sign in with Google.";

test.describe.configure({ mode: "serial" });

test.beforeEach(async () => {
  await setGoogle({ user: adaAtGoogle, consent: { ask: false } });
});

async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: BUTTON }).click(),
  ]);
  return popup;
}

const login = (page: Page, query = "") => page.goto(`${cardSite}/login${query}`);

test("in a window of 500 by 600, which closes itself; the page goes on", async ({ page }) => {
  await setGoogle({ user: adaAtGoogle, consent: { ask: true } });
  await login(page, "?redirectTo=%2Fabout");
  const popup = await openWindow(page);
  await expect(popup.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600]);
  await expect(page.getByRole("button", { name: "Continue in the Google window..." })).toBeVisible();
  await Promise.all([popup.waitForEvent("close"), popup.getByRole("link").click()]);
  await expect(page).toHaveURL(`${cardSite}/about`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Dashboard" })).toBeVisible();
});

test("a closed window is a silent cancel, eight seconds later", async ({ page }) => {
  await setGoogle({ user: adaAtGoogle, consent: { ask: true } });
  await page.clock.install();
  await login(page);
  const popup = await openWindow(page);
  await popup.getByRole("heading").waitFor();
  // From here on only this test lets time pass.
  await page.clock.pauseAt(Date.now() + 20_000);
  await popup.close();
  const waiting = page.getByRole("button", { name: "Continue in the Google window..." });
  await page.clock.runFor(1_000);
  await page.clock.runFor(6_900);
  await expect(waiting).toBeVisible();
  // The page may have noticed later than it could that its window is gone.
  await expect(async () => {
    await page.clock.runFor(1_200);
    await expect(page.getByRole("button", { name: BUTTON })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText(FAILED)).toBeHidden();
});

test("a window whose scripts do not come can be closed; the page goes on", async ({ page, troubles }) => {
  await login(page, "?redirectTo=%2Fabout");
  await page.context().route(/\/assets\/.*\.js$/, (route) => route.abort("blockedbyclient"));
  const popup = await openWindow(page);
  await expect(popup.getByText("You can close this window.")).toBeVisible();
  await popup.close();
  await expect(page).toHaveURL(`${cardSite}/about`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  troubles.length = 0; // the scripts of the next page do not come either
});

test("a window that Google cuts off looks closed, and its outcome still counts", async ({ page }) => {
  await setGoogle({ user: adaAtGoogle, consent: { ask: true, cutsOff: true } });
  await login(page, "?redirectTo=%2Fservices");
  const popup = await openWindow(page);
  await popup.getByRole("heading").waitFor();
  await expect(page.getByRole("button", { name: BUTTON })).toBeVisible();
  await popup.getByRole("link").click();
  await expect(page).toHaveURL(`${cardSite}/services`);
});

test("a blocked window offers the same on this page", async ({ page, troubles }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await login(page, "?redirectTo=%2Fabout");
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(page.getByRole("alert").filter({ hasText: "blocked" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in with Google on this page instead" }).click();
  await expect(page).toHaveURL(`${cardSite}/about`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Dashboard" })).toBeVisible();
  expect(troubles).toEqual([]);
});

test("an address that is not verified is refused, in the page that opened the window", async ({ page }) => {
  await setGoogle({ user: unverified, consent: { ask: false } });
  await login(page);
  const popup = await openWindow(page);
  if (!popup.isClosed()) await popup.waitForEvent("close");
  await expect(page.getByRole("alert").filter({ hasText: FAILED })).toBeFocused();
  await expect(page.getByRole("button", { name: BUTTON })).toBeVisible();
  await expectAccessible(page);
});

test("somebody who is not on the list goes home, and may use another account", async ({ page, context }) => {
  await setGoogle({
    user: { sub: "9", email: "eve@example.com", email_verified: true },
    consent: { ask: false },
  });
  await login(page);
  await openWindow(page);
  await expect(page).toHaveURL(`${cardSite}/`);
  await expect(page.getByRole("banner").getByRole("button", { name: "Sign out" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Dashboard" })).toHaveCount(0);
  const guarded = await context.newPage();
  await guarded.goto(`${cardSite}/admin/files/00000000-0000-4000-8000-000000000000`);
  await expect(guarded).toHaveURL(`${cardSite}/?notice=not-an-admin`);
  await expect(guarded.getByRole("status").filter({ hasText: "cannot open the admin pages" })).toBeVisible();
  await expectAccessible(guarded);
  await guarded.getByRole("link", { name: "Use another account" }).click();
  await expect(guarded.getByText("You are signed in as eve@example.com.")).toBeVisible();
  await expectAccessible(guarded);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the button leads to Google and back", async ({ page }) => {
    await page.goto(`${cardSite}/login?redirectTo=%2Fabout`);
    await page.getByRole("button", { name: BUTTON }).click();
    await expect(page).toHaveURL(`${cardSite}/about`);
  });
});
