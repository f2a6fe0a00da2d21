import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { sampleCustomPage } from "../support/custom-page.ts";
import { cardSite, expect, test } from "../support/e2e.ts";
import { live, settled } from "../support/live-page.ts";
import {
  agree,
  cardStore,
  draw,
  next,
  openOrder,
  success,
  toPayment,
  uniqueEmail,
  fillContact,
} from "../support/order-page.ts";

// What somebody does on a page asks for a file that does not come. every-file.spec.ts has those that the page itself asks for.

const PAD = /\/assets\/signature-canvas-/;
const CARD_FORM = /\/assets\/card-form-/;

test.afterEach(({ troubles }) => void troubles.splice(0));

/** Refuses files by name until `allow` is called; counts the requests for them. */
async function refuse(page: Page, name: RegExp) {
  const refused = { times: 0, allow: () => page.unroute(name) };
  await page.route(name, (route) => {
    refused.times++;
    return route.abort("blockedbyclient");
  });
  return refused;
}

test("an order is signed and sent while neither pad nor card form come, and says what is wrong in their place", async ({
  page,
}) => {
  const pad = await refuse(page, PAD);
  const cardForm = await refuse(page, CARD_FORM);
  await toPayment(page, cardSite, ["domainSetup"], uniqueEmail("missing-files"));
  await page.getByRole("button", { name: "Draw it instead" }).click();
  const noPad = page.getByRole("alert").filter({ hasText: "The drawing pad could not be loaded." });
  await expect(noPad).toBeVisible();
  await page.getByRole("button", { name: "Type it instead" }).click();
  await page.getByLabel("Type your full name").fill("Ada Lovelace");
  await page.getByRole("radio", { name: /^Card/ }).check();
  await expect(page.getByText("The card form could not be loaded.")).toBeVisible();
  await expect(page.getByLabel("Type your full name")).toHaveValue("Ada Lovelace");
  expect([pad.times, cardForm.times].every((times) => times > 1)).toBe(true);
  await page.getByRole("radio", { name: /^Invoice/ }).check();
  await agree(page);
  await page.getByRole("button", { name: "Submit order" }).click();
  await success(page);
});

test("'Try again' brings the card form, and what was drawn and typed meanwhile is there", async ({
  page,
}) => {
  const cardForm = await refuse(page, CARD_FORM);
  await toPayment(page, cardSite, ["domainSetup"], uniqueEmail("again"));
  await page.getByRole("button", { name: "Draw it instead" }).click();
  const drawn = await draw(page);
  await page.getByRole("radio", { name: /^Card/ }).check();
  await expect(page.getByText("The card form could not be loaded.")).toBeVisible();
  await page.getByLabel("Email for the receipt").fill("payer@example.com");
  await cardForm.allow();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await expect(page.getByLabel("Email for the receipt")).toHaveValue("payer@example.com");
  await expect(page.locator("[name=signature]")).toHaveValue(drawn);
});

test("offline on the last step: its parts were loaded one step before", async ({ page, context }) => {
  await openOrder(page, cardSite, ["domainSetup"]);
  await next(page, "Contact Information");
  await fillContact(page, uniqueEmail("offline"));
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await next(page, "Payment");
  await expect(page.getByRole("heading", { name: "Check your answers" })).toBeVisible();
  await page.getByRole("button", { name: "Draw it instead" }).click();
  await expect(page.getByRole("img", { name: /Signature pad/ })).toBeVisible();
  await context.setOffline(false);
});

test("a page whose code does not come is opened by the browser, and a form whose code does not is posted by it", async ({
  page,
}) => {
  await refuse(page, /\/assets\/(?:about|search|newsletter)-/);
  await page.goto(`${cardSite}/contact`);
  const about = page.getByRole("contentinfo").getByRole("link", { name: "About", exact: true });
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await about.click();
  await expect(page).toHaveURL(`${cardSite}/about`);
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(loads).toEqual(["/about"]);
  await page.goto(`${cardSite}/services`);
  loads.length = 0;
  await page.getByRole("contentinfo").getByRole("searchbox").fill("care");
  await page.getByRole("contentinfo").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search\?q=care/);
  await settled(page);
  expect(loads).toEqual(["/search"]);
});

for (const [status, words] of [
  [429, "That was a little too often"],
  [503, "The site is unavailable right now"],
] as const)
  test(`a page whose data is answered ${status} by somebody else says so, and opens when tried again`, async ({
    page,
  }) => {
    await page.goto(`${cardSite}/contact`);
    await page.route("**/about.data*", (route) => route.fulfill({ status, body: "Please wait." }));
    await page.getByRole("contentinfo").getByRole("link", { name: "About", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words);
    await expect(page.getByRole("banner")).toBeVisible();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(words);
  });

test("a questionnaire's file waits for the code that sends it, and its answers stay", async ({ page }) => {
  const tus = await refuse(page, /\/assets\/index-/);
  await page.goto(`${cardSite}/questionnaire?step=5`);
  await live(page);
  await page
    .getByLabel(/files/i)
    .setInputFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 plan") });
  await expect(page.getByText("This file could not be sent.")).toBeVisible();
  await tus.allow();
  await page.getByRole("button", { name: "Try to upload plan.pdf again" }).click();
  await expect(page.getByText("This file could not be sent.")).toHaveCount(0);
});

test("a form on an owner's page is sent by the browser while its code does not come", async ({ page }) => {
  const store = await cardStore();
  const slug = `page-${randomUUID()}`;
  const image = await store.fetch<unknown>(`*[_type == "aboutPage"][0].image`);
  await store.create(sampleCustomPage(slug, image));
  const form = await refuse(page, /\/assets\/form-section-/);
  await expect.poll(async () => (await fetch(`${cardSite}/${slug}`)).status).toBe(200);
  await page.goto(`${cardSite}/${slug}`);
  await expect.poll(() => form.times).toBeGreaterThan(0);
  await page.getByLabel("Message").fill("We have a boat.");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page).toHaveURL(/\/contact#contact-result$/);
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("We have a boat.");
});

test("services are shown with their icons, and without them where the file of the icons does not come", async ({
  page,
}) => {
  const file = await refuse(page, /\/assets\/service-icons-/);
  const icons = page.locator("main [href^='/services#']").locator("../..").locator("svg:first-child use");
  const widths = () =>
    icons.evaluateAll((uses) => uses.map((use) => (use as SVGGraphicsElement).getBBox().width));
  await page.goto(cardSite, { waitUntil: "networkidle" });
  expect(file.times).toBe(1);
  expect(await widths()).toEqual([0, 0, 0, 0, 0]);
  await expect(page.getByRole("heading", { name: "Cloud Solutions" })).toBeVisible();
  await file.allow();
  await page.reload();
  await expect.poll(async () => (await widths()).filter((width) => width > 20)).toHaveLength(5);
});
