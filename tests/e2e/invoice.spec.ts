import { extractText, getDocumentProxy } from "unpdf";
import {
  expect,
  expectAccessible,
  signInAsAdmin,
  site,
  siteDataDir,
  test,
  forget,
  siteStore,
} from "../support/e2e.ts";
import { placeOrder, type Placed } from "../support/place-order.ts";

/** With an address of the usual length, because the invoice is to fit on one page. */
const place = async () =>
  placeOrder({ origin: site, dataDir: await siteDataDir() }, { "contactInfo.email": "visitor@example.com" });

/** Gives an invoice twenty lines with the longest of our texts. */
async function fill({ number }: Placed): Promise<void> {
  const detail = "6 months, Nov 22, 2026 to May 21, 2027";
  const lines = Array.from({ length: 20 }, (_, index) => ({
    _key: `line-${index + 1}`,
    description: `Website maintenance ${index + 1}`,
    detail,
    quantity: 2,
    unitCents: 57_000,
    amountCents: 114_000,
  }));
  const lake = await siteStore();
  const id = number.replace(/^[A-Z0-9]+-/, "invoice.");
  const sums = { subtotalCents: 2_280_000, discountCents: 228_000, couponCents: 5_000, couponCode: "FIFTY" };
  await lake
    .patch(id)
    .set({ lines, ...sums })
    .commit();
}

test("the client's order leads to its invoice, which prints on one page of selectable text", async ({
  page,
}) => {
  const placed = await place();
  await fill(placed);
  await page.goto(site + placed.order);
  await page.getByRole("link", { name: placed.number }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Invoice ${placed.number}`);
  await expectAccessible(page);
  for (const format of ["A4", "Letter"]) {
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format })));
    const { totalPages, text } = await extractText(pdf, { mergePages: true });
    expect([format, totalPages]).toEqual([format, 1]);
    for (const words of [placed.number, "Website maintenance 20", "Coupon FIFTY", "How to pay", "$12.00"])
      expect(text.replaceAll(/\s+/g, " ")).toContain(words);
    // The site around it stays off the paper.
    expect(text).not.toContain("Get Started");
  }
});

test("an admin records a part of the money, and reads what is wrong with the next form", async ({
  page,
  context,
  troubles,
}) => {
  const { contractId: id, number } = await place();
  await signInAsAdmin(context);
  await page.goto(`/admin/contracts/${id}/invoices`);
  await page.locator("summary").filter({ hasText: "Mark as received" }).click();
  await page.getByLabel("Amount in dollars").first().fill("5");
  await page.getByLabel("Check or transfer number").fill("1042");
  await page.getByRole("button", { name: "See what it pays" }).click();
  await expect(page.getByText(`$5.00 for ${number} ($7.00 still to pay)`)).toBeVisible();
  const record = page.getByRole("button", { name: "Mark as received" });
  await expect(record).toBeFocused();
  await expectAccessible(page);
  await record.click();
  await expect(page.getByRole("status")).toHaveText("The payment is recorded.");
  await expect(page.locator(`[id="${number}"]`)).toContainText("$7.00 still to pay");
  // The form does not hold the payment for a second time.
  await expect(page.getByLabel("Check or transfer number")).toHaveValue("");
  await expect(page.getByLabel("Amount in dollars").first()).toHaveValue("7.00");
  await page.locator("summary").filter({ hasText: "Issue a credit note" }).click();
  await page.getByRole("button", { name: "Issue credit note" }).click();
  await expect(page.getByText("Reason is required")).toBeVisible();
  forget(troubles, "422");
  await expectAccessible(page);
});
