import type { Browser } from "@playwright/test";
import {
  anotherBrowser,
  cardSite,
  expect,
  expectAccessible,
  signInOnCardSite,
  test,
  forget,
} from "../support/e2e.ts";
import type { Page } from "../support/e2e.ts";
import {
  agree,
  cardOrdersOf,
  makeOffer,
  next,
  pay,
  success,
  uniqueEmail,
  useCard,
} from "../support/order-page.ts";

// A contract that an admin makes, and its client reviews, signs and pays over a private link.

const signIn = async (page: Page) => signInOnCardSite(page.context());

/** The client's own browser, which has no session and no draft. */
async function clientPage(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  return (await anotherBrowser(browser, { javaScriptEnabled })).newPage();
}

const privateLink = (page: Page) => page.getByLabel("Private link").inputValue();
const totals = (page: Page) => page.getByRole("region", { name: "Your order" });

test("made by an admin, signed and paid by the client by card", async ({ page, browser, troubles }) => {
  test.slow(); // axe looks at six screens
  const email = uniqueEmail("offer");
  await signIn(page);
  await page.goto(`${cardSite}/admin`);
  await page.getByRole("link", { name: /New contract for a client/ }).click();
  await expect(page.getByRole("heading", { name: "New contract" })).toBeVisible();
  await page.getByRole("button", { name: "Create contract" }).click();
  await expect(page.getByText("First name is required")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("First name").fill("Ada");
  await expect(page.getByText("First name is required")).toBeHidden();
  await expect(page.getByText("Last name is required")).toBeVisible();
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await expect(page.getByText("Please correct what is marked below.")).toBeHidden();
  await page.getByRole("button", { name: "Create contract" }).click();
  await expect(page.getByText("Please select at least one service.")).toBeVisible();
  await page.locator("#offer-websiteMaintenance").check();
  await page.locator("#offer-websiteMaintenance-quantity").fill("2");
  await page.locator("#offer-websiteMaintenance-frequency").selectOption("quarterly");
  await page.getByRole("button", { name: "Add a custom service" }).click();
  await page.getByLabel("Description").fill("A logo");
  await page.getByLabel("Price in dollars").fill("much");
  await page.getByRole("button", { name: "Create contract" }).click();
  await expect(page.getByText("Enter a price in dollars, such as 1,250.00")).toBeVisible();
  await page.getByLabel("Price in dollars").fill("1,250.00");
  await page.getByRole("button", { name: "Create contract" }).click();
  await expect(page.getByRole("heading", { name: "Private link" })).toBeVisible();
  await expect(page.getByText("Waiting for the client")).toBeVisible();
  await expect(page.getByText("$3,986.00")).toBeVisible();
  await expectAccessible(page);
  const link = await privateLink(page);

  const client = await clientPage(browser);
  await client.goto(link);
  await expect(client.getByText("Step 1 of 3")).toBeVisible();
  await expect(client.getByRole("listitem").filter({ hasText: "× 2" }).first()).toContainText(
    "$684.00 every 3 months",
  );
  await expect(client.locator("#service-domainSetup")).toHaveCount(0);
  await expect(totals(client)).toContainText("Total$3,986.00");
  await expect(totals(client)).toContainText("Due today$1,934.00");
  await expectAccessible(client);
  await next(client, "Contact Information");
  await expect(client.getByLabel("First name")).toHaveValue("Ada");
  await client.getByLabel("Telephone").fill("(212) 555-0142");
  await client.getByLabel("ZIP code").fill("10001");
  await next(client, "Payment");
  await useCard(client, "4242 4242 4242 4242");
  await expectAccessible(client);
  await pay(client);
  await expect(client.getByRole("alert").filter({ hasText: "Signature is required" })).toBeFocused();
  await client.keyboard.press("Tab");
  await client.keyboard.press("Enter");
  await expect(client.getByLabel("Type your full name")).toBeFocused();
  await client.getByLabel("Type your full name").fill("Ada Lovelace");
  await pay(client);
  await success(client);
  await client.waitForURL(/\/thank-you\?ref=/);
  expect(await cardOrdersOf(email)).toMatchObject([
    {
      status: "completed",
      agreedToTerms: true,
      signature: "Ada Lovelace",
      payment: { amountDueToday: 193_400 },
    },
  ]);
  // The link now shows what was agreed.
  await client.goto(link);
  await expect(client.getByRole("heading", { name: "Order confirmation" })).toBeVisible();
  await expect(client.getByRole("listitem").filter({ hasText: "A logo" })).toContainText("$1,250.00");
  const maintenance = client.getByRole("listitem").filter({ hasText: "Website maintenance" });
  await expect(maintenance).toContainText("× 2Quarterly (5% off): $2,736.00 for 12 months");
  const amounts = client.getByRole("region", { name: "Amounts" });
  await expect(amounts).toContainText("Services$4,130.00");
  await expect(amounts).toContainText("Discount-$144.00Total$3,986.00");
  await expect(client.getByRole("region", { name: "Account" })).toContainText("Paid$1,934.00");
  await expect(client.getByRole("region", { name: "Signature" })).toContainText("Ada Lovelace");
  await expectAccessible(client);
  await page.reload();
  await expect(page.getByText("Accepted by the client")).toBeVisible();
  await expect(page.getByLabel("Private link")).toHaveCount(0);
  forget(troubles, "422");
});

test("a revoked link is closed, a new one opens the contract, without scripts too", async ({
  page,
  browser,
}) => {
  const email = uniqueEmail("offer-plain");
  await signIn(page);
  await page.goto(cardSite + (await makeOffer(page.request, email)));
  const first = await privateLink(page);
  await page.getByRole("button", { name: "Revoke the link" }).click();
  await expect(page.getByText("Revoked", { exact: true })).toBeVisible();
  // The button that was pressed is gone; what can be done now has the focus.
  await expect(page.getByRole("group", { name: "Change the link" })).toBeFocused();
  const client = await clientPage(browser, false);
  expect((await client.goto(first))?.status()).toBe(410);
  await expect(client.getByText("This link is no longer valid. Please ask us for a new one.")).toBeVisible();
  await page.getByLabel("A new link, open for").selectOption("7");
  await page.getByRole("button", { name: "Make a new link" }).click();
  await expect(page.getByText("Waiting for the client")).toBeVisible();
  const second = await privateLink(page);
  expect(second).not.toBe(first);
  expect((await client.goto(first))?.status()).toBe(410);
  await expect(client.getByText("This link is no longer valid. Please ask us for a new one.")).toBeVisible();
  const opened = await client.goto(second);
  expect(opened?.status()).toBe(200);
  const headers = { "cache-control": "private, no-store", "referrer-policy": "same-origin" };
  expect(opened?.headers()).toMatchObject(headers);
  await agree(client);
  await client.getByRole("button", { name: /submit/i }).click();
  await expect(client.getByRole("alert").first()).toHaveText("Signature is required");
  await client.getByRole("link", { name: "Signature is required" }).click();
  await expect(client.getByLabel("Type your full name")).toBeFocused();
  await client.getByLabel("Type your full name").fill("Ada Lovelace");
  await agree(client);
  await client.getByRole("button", { name: /submit/i }).click();
  await expect(client).toHaveURL(/\/thank-you\?ref=/);
  expect(await cardOrdersOf(email)).toMatchObject([{ status: "invoice", total: 3_600 }]);
});
