import { contractMessages } from "../../app/model/contracts/messages.ts";
import { cardSite, expect, expectAccessible, test, forget } from "../support/e2e.ts";
import { cardOrdersOf, cardStore } from "../support/order-page.ts";
import { agree, back, next, pay, success, toPayment, uniqueEmail, useCard } from "../support/order-page.ts";
import { ports } from "../support/ports.ts";

const DECLINED = "Payment failed: Your card was declined. Please try again or choose invoice payment.";

test("a one-time order is paid by card", async ({ page }) => {
  const email = uniqueEmail("card");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`:${ports.stripe}`)) asked.push(request.url());
  });
  await toPayment(page, cardSite, ["domainSetup"], email);
  expect(asked).toEqual([]); // before somebody chooses the card
  await page.getByRole("radio", { name: /^Card/ }).check();
  await expect(page.getByText("Test payments.")).toBeVisible();
  await expect(page.getByLabel("ZIP/postal code")).toHaveAttribute("readonly", "");
  await expect(page.getByLabel("Full name", { exact: true })).toHaveValue("Ada Lovelace");
  await expect(page.getByRole("region", { name: "Automatic renewal" })).toHaveCount(0);
  await expect(page.getByLabel("Card number")).toBeVisible();
  await expectAccessible(page);
  await useCard(page, "4242 4242 4242 4242");
  await pay(page);
  await success(page);
  await page.waitForURL(/\/thank-you\?ref=/);
  expect(await cardOrdersOf(email)).toMatchObject([
    { status: "completed", payment: { amountDueToday: 1_200 } },
  ]);
});

test("two recurring services of different frequency start one subscription", async ({ page }) => {
  const email = uniqueEmail("recurring");
  await toPayment(page, cardSite, ["websiteMaintenance", "databaseManagement"], email);
  for (const heading of ["Contact Information", "Services"]) await back(page, heading);
  await page.locator("#frequency-websiteMaintenance").selectOption("quarterly");
  for (const heading of ["Contact Information", "Payment"]) await next(page, heading);
  await useCard(page, "4242 4242 4242 4242");
  const renewal = page.getByRole("region", { name: "Automatic renewal" });
  await expect(renewal).toContainText("Your card is charged $362.00 today");
  await expect(renewal).toContainText("$342.00 every 3 months");
  await expect(renewal).toContainText("$20.00 every month");
  // What renews, then the consent, then the card.
  await expect(page.locator("#renewal, [name=agreedToTerms], #card-label")).toHaveCount(3);
  await expect(page.locator("#renewal, [name=agreedToTerms], #card-label").first()).toHaveId("renewal");
  await expect(page.locator("#renewal, [name=agreedToTerms], #card-label").last()).toHaveId("card-label");
  await expectAccessible(page);
  await pay(page);
  await success(page);
  expect(await cardOrdersOf(email)).toMatchObject([
    { status: "completed", payment: { amountDueToday: 36_200 }, subscription: { status: "active" } },
  ]);
});

test("a declined card is said in the card form and above it; another card pays the same order", async ({
  page,
  troubles,
}) => {
  const email = uniqueEmail("retry");
  await toPayment(page, cardSite, ["domainSetup"], email);
  await useCard(page, "4000 0000 0000 0002");
  await pay(page);
  await expect(page.getByRole("alert").filter({ hasText: DECLINED })).toBeFocused();
  await expect(page.locator("#card-error")).toHaveText("Your card was declined.");
  await expectAccessible(page);
  expect(await cardOrdersOf(email)).toMatchObject([{ status: "error" }]);
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await pay(page);
  await success(page);
  expect(await cardOrdersOf(email)).toMatchObject([{ status: "completed" }]);
  forget(troubles, "402");
});

test("a tab that died while its order was paid: the draft says so, and leads to the order", async ({
  page,
  context,
}) => {
  const email = uniqueEmail("died");
  await toPayment(page, cardSite, ["domainSetup"], email);
  await useCard(page, "4242 4242 4242 4242");
  // The card is charged; nobody hears of it in this tab any more.
  const isConfirmed = (body: string | null) => /name="intent"\s+confirm\s/.test(body ?? "");
  await page.route("**/contract.data*", (route) =>
    isConfirmed(route.request().postData()) ? page.close() : route.continue(),
  );
  await pay(page).catch(() => null);
  await expect.poll(() => page.isClosed()).toBe(true);
  const back = await context.newPage();
  await back.goto(`${cardSite}/contract`);
  await expect(back.getByText("This order is paid.")).toBeVisible();
  await expectAccessible(back);
  await back.getByRole("link", { name: "See your order" }).click();
  await expect(back.getByRole("heading", { name: "Order confirmation" })).toBeVisible();
  await expect(back.getByText(email)).toBeVisible();
  expect(await cardOrdersOf(email)).toMatchObject([{ status: "completed" }]);
  await back.goBack();
  await back.getByRole("button", { name: "Start a new order" }).click();
  await expect(back.locator("#service-domainSetup")).not.toBeChecked();
  await back.reload();
  await expect(back.getByText("Step 1 of 3")).toBeVisible();
  await expect(back.getByText("This order is paid.")).toHaveCount(0);
});

test("a declined card, then invoice", async ({ page, troubles }) => {
  const email = uniqueEmail("switch");
  await toPayment(page, cardSite, ["websiteMaintenance"], email);
  await useCard(page, "4000 0000 0000 0002");
  await pay(page);
  await expect(page.getByText(DECLINED)).toBeVisible();
  await page.getByRole("radio", { name: /^Invoice/ }).check();
  await page.getByRole("button", { name: "Submit order" }).click();
  await success(page);
  expect(await cardOrdersOf(email)).toMatchObject([
    { status: "invoice", subscription: null, payment: { subscriptionId: "" } },
  ]);
  forget(troubles, "402");
});

test("3-D Secure: refused, then accepted", async ({ page }) => {
  const email = uniqueEmail("secure");
  await toPayment(page, cardSite, ["domainSetup"], email);
  await useCard(page, "4000 0027 6000 3184");
  await pay(page);
  await expect(page.getByRole("dialog", { name: "3-D Secure test authentication" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "unable to authenticate" })).toHaveText(
    "Payment failed: We are unable to authenticate your payment method. Please try again or choose invoice payment.",
  );
  await expect(page.locator("#card-error")).toHaveText("We are unable to authenticate your payment method.");
  expect(await cardOrdersOf(email)).toMatchObject([{ status: "error" }]);
  await pay(page);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alert").filter({ hasText: "unable to authenticate" })).toBeVisible();
  await pay(page);
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await success(page);
  expect(await cardOrdersOf(email)).toMatchObject([{ status: "completed" }]);
});

test("a price that changed meanwhile is shown before anything is taken", async ({ page, troubles }) => {
  const email = uniqueEmail("price");
  const store = await cardStore();
  const service = "orderService-ecommerce20";
  const before = await store.fetch<number>("*[_id == $service][0].priceCents", { service });
  // Another one at every try, whatever an earlier one has left.
  const after = before + 100;
  await toPayment(page, cardSite, ["ecommerce20"], email);
  await store.patch(service).set({ priceCents: after }).commit();
  await agree(page);
  await page.getByRole("button", { name: "Submit order" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Prices have changed. Please review your order." }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Your order" })).toContainText(
    `Total$${(after / 100).toFixed(2)}`,
  );
  expect(await cardOrdersOf(email)).toEqual([]);
  await page.goto(`${cardSite}/contract?step=3`);
  await agree(page);
  await page.getByRole("button", { name: "Submit order" }).click();
  await success(page);
  forget(troubles, "409");
});

test("what is missing around the card is named, and nothing is sent", async ({ page }) => {
  const email = uniqueEmail("missing");
  await toPayment(page, cardSite, ["domainSetup"], email);
  await useCard(page, "4242 4242 4242 4242");
  await page.getByLabel("Full name", { exact: true }).fill("");
  await page.getByLabel("Email for the receipt").fill(" ");
  await pay(page);
  await expect(page.locator("#card-name-error")).toHaveText("Full name is required");
  await expect(page.locator("#card-email-error")).toHaveText("Email is required");
  await expect(page.getByLabel("Full name", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  // Without a ZIP code in the contact step the card form asks for it, and says so; the way there is a link.
  await page.getByRole("link", { name: "Change it there" }).click();
  await expect(page.getByRole("heading", { name: "Contact Information", exact: true })).toBeFocused();
  await page.getByLabel("ZIP code").fill("");
  await next(page, "Payment");
  await expect(page.getByLabel("ZIP/postal code")).not.toHaveAttribute("readonly");
  await pay(page);
  await expect(page.locator("#card-zip-error")).toHaveText("ZIP/postal code is required");
  expect(await cardOrdersOf(email)).toEqual([]);
});

test("Stripe.js that cannot be loaded leaves the troubleshooting words and the invoice", async ({
  page,
  troubles,
}) => {
  await page.route("**/stripe.js", (route) => route.abort());
  await toPayment(page, cardSite, ["domainSetup"], uniqueEmail("blocked"));
  await page.getByRole("radio", { name: /^Card/ }).check();
  await expect(page.getByRole("alert").filter({ hasText: contractMessages.cardBlocked })).toBeVisible();
  await agree(page);
  await pay(page);
  await expect(page.getByText("Payment system is not ready. Please try again.")).toBeVisible();
  await expectAccessible(page);
  forget(troubles, "stripe.js");
  forget(troubles, "ERR_FAILED");
});

test("a server that cannot prepare the payment says so, and why it is switched off", async ({
  page,
  troubles,
}) => {
  await page.route("**/api/payment-intent", (route) => route.fulfill({ status: 502, body: "bad gateway" }));
  await toPayment(page, cardSite, ["domainSetup"], uniqueEmail("intent"));
  await useCard(page, "4242 4242 4242 4242");
  await pay(page);
  const words =
    "Payment failed: Failed to create payment intent. Please try again or choose invoice payment.";
  await expect(page.getByRole("alert").filter({ hasText: words })).toBeFocused();
  await expect(page.locator("#card-error")).toHaveText("Failed to create payment intent");
  await expectAccessible(page);
  const error = contractMessages.cardUnavailable;
  await page.route("**/api/payment-intent", (route) => route.fulfill({ status: 503, json: { error } }));
  await pay(page);
  await expect(page.getByRole("alert").filter({ hasText: error })).toBeFocused();
  await expect(page.getByText("Payment failed")).toHaveCount(0);
  forget(troubles, /50[23]/);
});

test("an order is checked before its card, and nothing is stored", async ({ page, troubles }) => {
  const email = uniqueEmail("order-of-checks");
  await toPayment(page, cardSite, [], email);
  await useCard(page, "4242");
  await pay(page);
  await expect(
    page.getByRole("alert").filter({ hasText: "Please select at least one service." }),
  ).toBeVisible();
  expect(await cardOrdersOf(email)).toEqual([]);
  forget(troubles, "422");
});

test("a key that Stripe.js does not take leaves the invoice, and is said in the log", async ({ page }) => {
  const body = "window.Stripe = () => { throw new Error('Invalid API key'); };";
  await page.route("**/stripe.js", (route) => route.fulfill({ contentType: "text/javascript", body }));
  const report = page.waitForRequest("**/api/client-error");
  const email = uniqueEmail("badkey");
  await toPayment(page, cardSite, ["domainSetup"], email);
  await page.getByRole("radio", { name: /^Card/ }).check();
  await expect(page.getByRole("alert").filter({ hasText: contractMessages.cardUnavailable })).toBeVisible();
  expect((await report).postDataJSON()).toMatchObject({
    message: "Error: Stripe does not take STRIPE_PUBLISHABLE_KEY",
  });
  await page.getByRole("radio", { name: /^Invoice/ }).check();
  await agree(page);
  await page.getByRole("button", { name: "Submit order" }).click();
  await success(page);
  expect(await cardOrdersOf(email)).toMatchObject([{ status: "invoice" }]);
});

test("an order that cannot be stored says so and can be sent again", async ({ page, troubles }) => {
  await toPayment(page, cardSite, ["domainSetup"], uniqueEmail("store"));
  await page.route("**/contract.data*", (route) => route.fulfill({ status: 502, body: "bad gateway" }), {
    times: 1,
  });
  await agree(page);
  await page.getByRole("button", { name: "Submit order" }).click();
  await expect(page.getByText("Error submitting contract. Please try again.")).toBeVisible();
  await page.getByRole("button", { name: "Submit order" }).click();
  await success(page);
  forget(troubles, "502");
  forget(troubles, "SyntaxError");
});
