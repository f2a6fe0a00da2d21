import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, forget, site, siteStore } from "../support/e2e.ts";
import {
  agree,
  draw,
  fillContact,
  next,
  openOrder,
  success,
  toPayment,
  uniqueEmail,
} from "../support/order-page.ts";

async function ordersOf(email: string) {
  const query = `*[_type == "contract" && contactInfo.email == $email]`;
  return (await siteStore()).fetch<Record<string, unknown>[]>(query, { email });
}

/** On a site without Stripe. */
async function expectNoCard(page: Page) {
  await expect(page.getByText("We send an invoice; you pay by check.")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("radio")).toHaveCount(0);
  expect(await main.innerText()).not.toMatch(/pay by card|card payment|payment system/i);
}

test.describe("an order by invoice", () => {
  test("goes through three steps with live totals, and ends with a printable confirmation", async ({
    page,
  }) => {
    const email = uniqueEmail("invoice");
    await openOrder(page, site, ["websiteMaintenance"]);
    await expect(page.getByText("Step 1 of 3")).toBeVisible();
    // Switched off: contract-extras.spec.ts.
    for (const extra of ["Something else?", "Coupon code"])
      await expect(page.getByLabel(extra)).toHaveCount(0);
    const totals = page.getByRole("region", { name: "Your order" });
    await expect(totals).toContainText("Total$120.00");
    await page.locator("#frequency-websiteMaintenance").selectOption("quarterly");
    for (const text of [
      "Website maintenanceQuarterly (5% off): $1,368.00 for 12 months, $342.00 every 3 months$1,440.00",
      "Services$1,440.00Discount-$72.00Total$1,368.00Counts twelve months of services that renew",
      /Due today\$342\.00\w+ \d+, 20\d\d\$342\.00then every 3 monthsServices/,
    ]) {
      await expect(totals).toContainText(text);
    }
    await expectAccessible(page);
    await next(page, "Contact Information");
    await expectAccessible(page);
    await fillContact(page, email);
    await next(page, "Payment");
    const check = page.getByRole("region", { name: "Check your answers" });
    await expect(check).toContainText("Quarterly (5% off): $1,368.00 for 12 months");
    await expect(check).toContainText(email);
    await check.getByRole("link", { name: "Change Who orders" }).click();
    await expect(page.getByText("Step 2 of 3")).toBeVisible();
    await next(page, "Payment");
    await expectNoCard(page);
    // It is due later; only a card is charged today.
    await expect(totals).toContainText("First invoice$342.00");
    await expect(check).toContainText("First invoice");
    await expect(page.getByRole("main")).not.toContainText("Due today");
    await expect(
      page.getByText(/Make the check payable to Harborlight Technology Consulting LLC/),
    ).toBeVisible();
    const submit = page.getByRole("button", { name: "Submit order" });
    await expect(submit).toHaveAttribute("aria-disabled", "true");
    await expect(submit).toHaveAccessibleDescription(
      "Please agree to the terms and conditions before submitting.",
    );
    await expectAccessible(page);
    await agree(page);
    await submit.dblclick();
    await success(page);
    await page.waitForURL(/\/thank-you\?ref=/);
    const thanks = page.getByRole("main");
    await expect(thanks).toContainText(/Invoice INV-\d{4}-\d{4}: \$342\.00, due on \w+ \d+, \d{4}\./);
    await expect(thanks).toContainText("Make the check payable to Harborlight Technology Consulting LLC");
    await expect(thanks).toContainText(/Next invoice\$342\.00 on .*, then every 3 months/);
    await expectAccessible(page);
    const reference = new URL(page.url()).searchParams.get("ref") ?? "";
    const ordered = page.getByText(
      `This order has already been submitted. Its reference number is ${reference}.`,
    );
    await page.goBack();
    await expect(ordered).toBeVisible();
    await expect(page.getByRole("button", { name: "Submit order" })).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem("contractDraft"))).toBeNull();
    await page.reload();
    await expect(ordered).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "See your order" }).click();
    await page.getByRole("link", { name: "See your order" }).click();
    await expect(page.getByRole("heading", { name: "Order confirmation" })).toBeVisible();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(
      page.getByText("Quarterly (5% off): $1,368.00 for 12 months, $342.00 every 3 months"),
    ).toBeVisible();
    await page.emulateMedia({ media: "print" });
    const main = page.getByRole("main");
    for (const text of [
      "Harborlight Technology Consulting LLC48 Front Street, Floor 6New York, NY 10004",
      "Website maintenanceQuarterly (5% off): $1,368.00 for 12 months, $342.00 every 3 months$1,440.00",
      "Services$1,440.00Discount-$72.00Total$1,368.00",
      "Invoiced$342.00Still to pay$342.00",
    ]) {
      await expect(main).toContainText(text);
    }
    await expect(main).not.toContainText("Due today");
    await page.emulateMedia({ media: null });
    await expectAccessible(page);
    expect(await ordersOf(email)).toMatchObject([{ status: "invoice", total: 136_800 }]);
  });

  test("is opened at the step that is wrong, with the specified words", async ({ page, troubles }) => {
    await page.goto(`${site}/contract?step=3`);
    await agree(page);
    const submit = page.getByRole("button", { name: "Submit order" });
    await submit.click();
    const alert = page.getByRole("alert").filter({ hasText: "Please" });
    await expect(alert).toHaveText("Please fill in all required contact information.");
    await expect(page.getByText("Step 2 of 3")).toBeVisible();
    for (const text of ["First name", "Last name", "Telephone", "Email"]) {
      await expect(page.getByText(`${text} is required`)).toBeVisible();
    }
    await expectAccessible(page);
    await fillContact(page, "ada@example.com");
    await next(page, "Payment");
    await submit.click();
    await expect(alert).toHaveText("Please select at least one service.");
    await expect(page.getByText("Step 1 of 3")).toBeVisible();
    await expect(page.locator("#order-services-error")).toHaveText("Please select at least one service.");
    await expectAccessible(page);
    forget(troubles, "422");
  });

  test("keeps a draft without the agreement, and forgets it when told", async ({ page }) => {
    await toPayment(page, site, ["domainSetup"], "draft@example.com");
    await agree(page);
    await page.reload();
    await expect(page.getByText("Your unfinished order was restored.")).toBeVisible();
    const check = page.getByRole("region", { name: "Check your answers" });
    for (const given of ["Ada", "(212) 555-0142", "draft@example.com"])
      await expect(check.getByRole("definition").filter({ hasText: given }).first()).toBeVisible();
    await expect(check).not.toContainText("Not given yet");
    await expect(page.getByLabel(/I have read the policy/)).not.toBeChecked();
    await expect(page.getByRole("region", { name: "Your order" })).toContainText("Total$12.00");
    await page.goBack();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("draft@example.com");
    await page.getByRole("button", { name: "Clear draft" }).click();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("");
  });

  test("without Stripe no card is offered, nor to a draft that had chosen it", async ({ page }) => {
    const email = uniqueEmail("nokey");
    await toPayment(page, site, ["websiteMaintenance"], email);
    await expect(page.getByRole("main").getByText("Payment method")).toBeVisible();
    await expectNoCard(page);
    await expectAccessible(page);
    await page.evaluate(() => {
      const draft = localStorage.getItem("contractDraft")!;
      localStorage.setItem("contractDraft", draft.replace(/(?<="paymentMethod","?)invoice/, "stripe"));
    });
    await page.reload();
    await expect(page.getByText("Your unfinished order was restored.")).toBeVisible();
    await expectNoCard(page);
    await agree(page);
    await page.getByRole("button", { name: "Submit order" }).click();
    await success(page);
    expect(await ordersOf(email)).toMatchObject([
      { status: "invoice", payment: { paymentMethod: "invoice" } },
    ]);
  });

  test("can be signed with the pen", async ({ page }) => {
    const email = uniqueEmail("signed");
    await toPayment(page, site, ["domainSetup"], email);
    await page.getByRole("button", { name: "Draw it instead" }).click();
    const box = await page.getByRole("img", { name: /Signature pad/ }).boundingBox();
    expect(box?.height).toBe(200);
    const drawn = await draw(page);
    await agree(page);
    await page.getByRole("button", { name: "Submit order" }).click();
    await success(page);
    expect((await ordersOf(email))[0]?.signature).toBe(drawn);
  });
});

test.describe("an order without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("is one page that says what is wrong, keeps what was entered, and stores the order", async ({
    page,
    troubles,
  }) => {
    const email = uniqueEmail("noscript");
    await page.goto(`${site}/contract`);
    const totals = page.getByRole("region", { name: "Your order" });
    await expect(totals).toBeHidden(); // they would say $0.00 whatever is chosen
    await page.locator("#service-databaseManagement").check();
    await page.locator("#frequency-databaseManagement").selectOption("annually");
    await fillContact(page, email);
    await page.getByRole("button", { name: "Submit order" }).click();
    await expect(page.getByRole("alert").first()).toHaveText(
      "Please agree to the terms and conditions before submitting.",
    );
    await expect(page.locator("#service-databaseManagement")).toBeChecked();
    await expect(page.locator("#frequency-databaseManagement")).toHaveValue("annually");
    await expect(page.getByLabel("First name")).toHaveValue("Ada");
    await expect(totals).toContainText("Total$204.00");
    await expectNoCard(page);
    await agree(page);
    await page.getByRole("button", { name: /submit/i }).click();
    await expect(page).toHaveURL(/\/thank-you\?ref=/);
    expect(await ordersOf(email)).toMatchObject([{ status: "invoice", total: 20_400 }]);
    forget(troubles, "422");
  });
});
