import { expect, expectAccessible, stopClock, test, type Page, forget } from "../support/e2e.ts";

test.use({ popup: true });

const flags = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("hasSeenPopup"), localStorage.getItem("hasSubscribed")]);
const card = (page: Page) => page.getByRole("region", { name: /newsletter|Thank You!/i });

async function openCard(page: Page) {
  await stopClock(page);
  await page.goto("/about");
  await page.clock.runFor(5000);
  await expect(card(page)).toBeVisible();
}

test.describe("in the footer", () => {
  test.use({ javaScriptEnabled: false, popup: false });
  const form = (page: Page) => page.getByRole("contentinfo").locator("form[action='/newsletter']");

  test("subscribes without scripts, and asks again for an address that is none", async ({
    page,
    troubles,
  }) => {
    await page.goto("/about");
    await form(page).getByLabel("Subscribe to our newsletter").fill("nobody");
    await form(page).getByRole("button", { name: "Subscribe" }).click();
    await expect(page).toHaveURL(/\/newsletter$/);
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    await page.getByLabel("Email address").fill("footer@example.com");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
    forget(troubles, "422");
  });

  test("is on every page once, but for the newsletter's own", async ({ page, troubles }) => {
    for (const path of ["/", "/contact", "/contract", "/login"]) {
      await page.goto(path);
      await expect(page.locator("form[action='/newsletter']")).toHaveCount(1);
    }
    await page.goto("/newsletter");
    await expect(page.locator("form[action='/newsletter']")).toHaveCount(1);
    await expect(form(page)).toHaveCount(0);
    await page.goto("/unsubscribe?token=x");
    await expect(page.locator("form[action='/newsletter']")).toHaveCount(0);
    forget(troubles, "400");
  });
});

test("shows itself 5 seconds after load and stores nothing by that", async ({ page }) => {
  await stopClock(page);
  await page.goto("/about");
  await expect(page.locator("html[data-live]")).toBeAttached();
  const sinceLoad = await page.evaluate(() => performance.now());
  await page.clock.runFor(4999 - sinceLoad);
  await expect(card(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(card(page)).toBeVisible();
  expect(await flags(page)).toEqual([null, null]);
  await page.clock.resume();
  await expectAccessible(page);
});

test("closing remembers that it was seen; it does not come again", async ({ page }) => {
  await openCard(page);
  await page.keyboard.press("Escape");
  await expect(card(page)).toBeHidden();
  expect(await flags(page)).toEqual(["true", null]);
  await page.reload();
  await page.clock.runFor(10_000);
  await expect(card(page)).toBeHidden();
});

test("subscribes, thanks, closes itself after 3 seconds, and takes the address again", async ({
  page,
  context,
}) => {
  await openCard(page);
  await card(page).getByLabel("Email address").fill("grace@example.com");
  await card(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(card(page).getByText("Thank You!")).toBeVisible();
  await expect(card(page).getByText("You've successfully subscribed to our newsletter.")).toBeVisible();
  expect(await flags(page)).toEqual(["true", "true"]);
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.clock.runFor(3000);
  await expect(card(page)).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  const again = await context.newPage();
  await openCard(again);
  await card(again).getByLabel("Email address").fill("Grace@Example.com");
  await card(again).getByRole("button", { name: "Subscribe" }).click();
  await expect(card(again).getByText("Thank You!")).toBeVisible();
});

test("the thanks stay while the pointer rests on them, and are accessible", async ({ page }) => {
  await openCard(page);
  await card(page).getByLabel("Email address").fill("katherine@example.com");
  await card(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(card(page).getByText("Thank You!")).toBeVisible();
  await card(page).getByText("Thank You!").hover();
  await page.mouse.move(4, 4, { steps: 2 });
  await card(page).getByText("Thank You!").hover();
  await page.clock.runFor(10_000);
  await page.clock.resume();
  await expectAccessible(page);
  await expect(card(page)).toBeVisible();
});

test("on a phone it covers none of the home page's buttons, and opens when asked", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await stopClock(page);
  await page.goto("/");
  await page.clock.runFor(5000);
  const box = (await card(page).boundingBox())!;
  for (const button of await page.locator(".ways a").all()) {
    const { y, height } = (await button.boundingBox())!;
    expect(y + height).toBeLessThan(box.y);
  }
  await card(page).getByRole("button", { name: "Subscribe to our newsletter" }).click();
  await expect(card(page).getByLabel("Email address")).toBeVisible();
  await page.clock.resume();
  await expectAccessible(page);
});

test("asks for a valid address in the specified words", async ({ page, troubles }) => {
  await openCard(page);
  for (const wrong of ["", "nobody", "a@b"]) {
    await card(page).getByLabel("Email address").fill(wrong);
    await card(page).getByRole("button", { name: "Subscribe" }).click();
    await expect(card(page).getByText("Please enter a valid email address")).toBeVisible();
  }
  forget(troubles, "422");
});

test("stays away from where someone is at work", async ({ page, troubles }) => {
  await stopClock(page);
  await page.goto("/unsubscribe?token=x");
  await page.clock.runFor(8000);
  await expect(card(page)).toBeHidden();
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Typing");
  await page.clock.runFor(8000);
  await expect(card(page)).toBeHidden();
  await page.getByLabel("Name").blur();
  await page.clock.runFor(100);
  await expect(card(page)).toBeVisible();
  forget(troubles, "400");
});

test("subscribing loads nothing of the page again", async ({ page }) => {
  const loaded: string[] = [];
  await openCard(page);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) loaded.push(`${request.method()} ${pathname}`);
  });
  await card(page).getByLabel("Email address").fill("dorothy@example.com");
  await card(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(card(page).getByText("Thank You!")).toBeVisible();
  expect(loaded).toEqual(["POST /newsletter.data"]);
});

test("without network the card stays open, with the address and the specified words", async ({
  page,
  context,
  troubles,
}) => {
  await openCard(page);
  await card(page).getByLabel("Email address").fill("dorothy@example.com");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await card(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(
    card(page).getByText("Network error. Please check your connection and try again."),
  ).toBeVisible();
  await expect(card(page).getByLabel("Email address")).toHaveValue("dorothy@example.com");
  troubles.length = 0; // the browser tells of the missing network
});
