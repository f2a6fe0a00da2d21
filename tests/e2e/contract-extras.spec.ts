import { cardSite, expect, expectAccessible, test, forget } from "../support/e2e.ts";
import type { Page } from "../support/e2e.ts";
import { cardOrdersOf, cardStore } from "../support/order-page.ts";
import {
  agree,
  fillContact,
  next,
  openOrder,
  pay,
  success,
  toPayment,
  uniqueEmail,
  useCard,
} from "../support/order-page.ts";

// What the company switches on in its settings: coupons and wishes.

test.beforeAll(async () => {
  const store = await cardStore();
  await store
    .patch("siteSettings")
    .set({ "features.coupons": true, "features.customServices": true })
    .commit();
  await store.createIfNotExists({
    _id: "coupon.welcome",
    _type: "coupon",
    code: "WELCOME-10",
    percentOff: 10,
    active: true,
  });
});
const code = (page: Page) => page.getByLabel("Coupon code");
const apply = (page: Page) => page.getByRole("button", { name: "Apply" }).click();
const totals = (page: Page) => page.getByRole("region", { name: "Your order" });

test("a coupon counts once it is applied, once on the first payment, and is kept with the order, as is a wish", async ({
  page,
}) => {
  const email = uniqueEmail("coupon");
  await openOrder(page, cardSite, ["websiteMaintenance", "domainSetup"]);
  await page.getByLabel("Something else?").fill("A logo");
  await expectAccessible(page);
  await next(page, "Contact Information");
  await fillContact(page, email);
  await next(page, "Payment");
  await code(page).fill("nonsense");
  await apply(page);
  await expect(page.locator("#order-coupon-error")).toHaveText("This coupon code is not valid.");
  await expect(code(page)).toHaveAttribute("aria-invalid", "true");
  await expect(totals(page)).toContainText("Total$132.00");
  await expectAccessible(page);
  await code(page).fill("welcome-10");
  await useCard(page, "4242 4242 4242 4242");
  await pay(page);
  await expect(page.locator("#order-coupon-error")).toHaveText("Please apply the coupon code or clear it.");
  await expect(code(page)).toBeFocused();
  await code(page).press("Enter");
  await expect(page.getByText("WELCOME-10: 10% off what is due today.")).toBeVisible();
  // A reload keeps the code, and asks anew what it is worth.
  await page.reload();
  await useCard(page, "4242 4242 4242 4242");
  for (const text of [
    "Coupon WELCOME-10-$13.20",
    "Total$118.80",
    "Due today$118.80",
    "$120.00then every month",
  ]) {
    await expect(totals(page)).toContainText(text);
  }
  const renewal = page.getByRole("region", { name: "Automatic renewal" });
  await expect(renewal).toContainText("Your card is charged $118.80 today");
  await expect(renewal).toContainText("$120.00 every month");
  await expectAccessible(page);
  await pay(page);
  await success(page);
  expect(await cardOrdersOf(email)).toMatchObject([
    {
      status: "completed",
      couponCode: "WELCOME-10",
      total: 11_880,
      payment: { amountDueToday: 11_880, couponDiscount: 1_320 },
      customServices: [{ description: "A logo", price: 0 }],
    },
  ]);
  await page.waitForURL(/\/thank-you\?ref=/);
  await page.getByRole("link", { name: "See your order" }).click();
  await expect(page.getByRole("region", { name: "Amounts" })).toContainText("Coupon WELCOME-10-$13.20");
  await expect(
    page.getByText("A logo (not part of this order; we come back to you with a price)"),
  ).toBeVisible();
  await expectAccessible(page);
});

test("a coupon that cannot be checked says so", async ({ page, troubles }) => {
  await toPayment(page, cardSite, ["domainSetup"], uniqueEmail("coupon-down"));
  await page.route("**/contract.data*", (route) => route.fulfill({ status: 503, body: "{}" }));
  await code(page).fill("WELCOME-10");
  await apply(page);
  await expect(page.locator("#order-coupon-error")).toHaveText(
    "The coupon code could not be checked. Please try again.",
  );
  forget(troubles, "503");
  forget(troubles, "SyntaxError");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a coupon is checked when the order is sent", async ({ page, troubles }) => {
    const email = uniqueEmail("coupon-noscript");
    await page.goto(`${cardSite}/contract`);
    await page.locator("#service-domainSetup").check();
    await fillContact(page, email);
    await code(page).fill("nonsense");
    await agree(page);
    await page.getByRole("button", { name: /submit/i }).click();
    await expect(page.locator("#order-coupon-error")).toHaveText("This coupon code is not valid.");
    await code(page).fill("welcome-10");
    await agree(page);
    await page.getByRole("button", { name: /submit/i }).click();
    await expect(page).toHaveURL(/\/thank-you\?ref=/);
    expect(await cardOrdersOf(email)).toMatchObject([{ couponCode: "WELCOME-10", total: 1_080 }]);
    forget(troubles, "422");
  });
});
