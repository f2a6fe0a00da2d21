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

test("subscribes, thanks, closes itself after 3 seconds, and takes the address again", async ({
  page,
  context,
}) => {
  const loaded: string[] = [];
  await openCard(page);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) loaded.push(`${request.method()} ${pathname}`);
  });
  await card(page).getByLabel("Email address").fill("grace@example.com");
  await card(page).getByRole("button", { name: "Subscribe" }).click();
  await expect(card(page).getByText("Thank You!")).toBeVisible();
  await expect(card(page).getByText("You've successfully subscribed to our newsletter.")).toBeVisible();
  expect(await flags(page)).toEqual(["true", "true"]);
  // Nothing of the page is loaded again.
  expect(loaded).toEqual(["POST /newsletter.data"]);
  // The thanks stay while the pointer rests on them.
  await card(page).hover();
  await page.clock.resume();
  await expectAccessible(page);
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect(card(page)).toBeHidden();

  await page.evaluate(() => localStorage.clear());
  const again = await context.newPage();
  await openCard(again);
  await card(again).getByLabel("Email address").fill("Grace@Example.com");
  await card(again).getByRole("button", { name: "Subscribe" }).click();
  await expect(card(again).getByText("Thank You!")).toBeVisible();
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
