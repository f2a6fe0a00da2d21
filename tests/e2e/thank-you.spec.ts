import { anotherBrowser, cardSite, expect, expectAccessible, test } from "../support/e2e.ts";
import { pay, toPayment, uniqueEmail, useCard } from "../support/order-page.ts";

// The page after an order by card. By invoice: contract.spec.ts; questionnaire and message: their own files.

test("an order by card ends with a receipt, for nobody else, and the way back leads to no second one", async ({
  page,
  browser,
}) => {
  const email = uniqueEmail("receipt");
  await toPayment(page, cardSite, ["domainSetup"], email);
  await useCard(page, "4242 4242 4242 4242");
  await pay(page);
  await page.waitForURL(/\/thank-you\?ref=/);
  const thanks = page.getByRole("main");
  await expect(thanks).toContainText("Contract submitted successfully! We will contact you shortly.");
  await expect(thanks).toContainText(
    `Paid $12.00, Visa ending in 4242. The receipt is on its way to ${email}.`,
  );
  await expectAccessible(page);
  const stranger = await (await anotherBrowser(browser)).newPage();
  for (const url of [page.url(), `${cardSite}/thank-you?ref=7KQ2-M9XD`]) {
    await stranger.goto(url);
    await expect(stranger.getByRole("main")).toContainText("We are glad that you stopped by.");
    await expect(stranger.getByRole("main")).not.toContainText(/Paid|reference|@|submitted|-/);
  }
  // Also without leaving the document, where the page's data alone is asked for.
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Thank you");
  await page.goBack();
  await expect(thanks).toContainText("Paid $12.00, Visa ending in 4242.");
  await page.goBack();
  await expect(page.getByText(/^This order is paid\. Its reference number is/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start a new order" }).click();
  await expect(page.getByText("Step 1 of 3")).toBeVisible();
  await expect(thanks.getByRole("heading", { name: "Services", exact: true })).toBeFocused();
  await expect(page.locator("#service-domainSetup")).not.toBeChecked();
});
