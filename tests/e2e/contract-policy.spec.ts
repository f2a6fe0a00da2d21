import { cardSite, expect, test } from "../support/e2e.ts";
import type { Page } from "../support/e2e.ts";
import { live } from "../support/live-page.ts";
import { cardOrdersOf, cardStore } from "../support/order-page.ts";
import { agree, fillContact, next, pay, success, uniqueEmail, useCard } from "../support/order-page.ts";
import { ports } from "../support/ports.ts";

// Stripe's hosts are in the policy of the order form and of no other page, and it works all the same for who comes by a
// link from a page without them.

const policyOf = async (page: Page, path: string) =>
  (await page.request.get(cardSite + path)).headers()["content-security-policy"] ?? "";

/** Clicks, and answers whether a new document was loaded for it. */
async function documentsLoaded(page: Page, click: () => Promise<void>, url: RegExp): Promise<boolean> {
  await page.evaluate(() => Object.assign(window, { before: true }));
  await click();
  await page.waitForURL(url);
  await live(page);
  return !(await page.evaluate(() => "before" in window));
}

test("only the order form's policy names Stripe's hosts", async ({ page }) => {
  expect(await policyOf(page, "/contract")).toContain("https://js.stripe.com");
  for (const path of ["/", "/about", "/get-started", "/questionnaire", "/thank-you", "/login"]) {
    const policy = await policyOf(page, path);
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("stripe");
    expect(policy).not.toContain(`:${ports.stripe}`);
  }
  // An order's form leads to Stripe's customer portal, and its page loads nothing from there.
  const [rest = "", formAction = ""] = (await policyOf(page, "/order/none")).split("form-action");
  expect(formAction.split(";")[0]).toContain("https://billing.stripe.com");
  expect(rest + formAction.slice(formAction.indexOf(";"))).not.toContain("stripe");
});

test("a card order works for who comes from the home page by clicking, and leaves again", async ({
  page,
}) => {
  const email = uniqueEmail("clicked");
  await page.goto(cardSite);
  const bar = page.getByRole("banner");
  await bar.getByRole("link", { name: "Get Started" }).click();
  await page.waitForURL(/\/get-started/);
  const toForm = page.getByRole("main").locator('a[href="/contract"]').first();
  expect(await documentsLoaded(page, () => toForm.click(), /\/contract/)).toBe(true);
  await page.locator("#service-domainSetup").check();
  await next(page, "Contact Information");
  await fillContact(page, email);
  await next(page, "Payment");
  await useCard(page, "4242 4242 4242 4242");
  await agree(page);
  await pay(page);
  await success(page);
  await page.waitForURL(/\/thank-you\?ref=/);
  expect(await cardOrdersOf(email)).toMatchObject([{ status: "completed" }]);
  // The thank-you page is a document of its own, and so is what follows the form through any link.
  expect(await page.evaluate(() => "Stripe" in window)).toBe(false);
  await page.goBack();
  await page.goto(`${cardSite}/contract`);
  const away = () => bar.getByRole("link", { name: "About" }).click();
  expect(await documentsLoaded(page, away, /\/about/)).toBe(true);
  const further = () => bar.getByRole("link", { name: "Services" }).click();
  expect(await documentsLoaded(page, further, /\/services/)).toBe(false);
});

test("a link in the content's own text leads there by a new document too", async ({ page }) => {
  const store = await cardStore();
  const link = { _key: "l", _type: "link", href: "/contract" };
  const block = {
    _key: "to-contract",
    _type: "block",
    style: "normal",
    markDefs: [link],
    children: [{ _key: "s", _type: "span", text: "Order right here", marks: ["l"] }],
  };
  const terms = store.patch("legalPage-terms");
  // It may be there from an earlier try.
  await terms.unset(['body[_key == "to-contract"]']).commit();
  await terms.append("body", [block]).commit();
  await page.goto(`${cardSite}/terms`);
  const click = () => page.getByRole("link", { name: "Order right here" }).click();
  expect(await documentsLoaded(page, click, /\/contract/)).toBe(true);
});
