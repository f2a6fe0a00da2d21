import { expect, type Page } from "@playwright/test";
import { cardSite, cardSiteDataDir } from "./e2e.ts";
import { lakeClient, lakeTokens } from "./site.ts";

/** Opens the order form at its first step with the given services ticked. */
export async function openOrder(page: Page, origin: string, services: readonly string[]): Promise<void> {
  await page.goto(`${origin}/contract`);
  for (const id of services) await page.locator(`#service-${id}`).check();
}

export async function next(page: Page, heading: string): Promise<void> {
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: heading, exact: true })).toBeFocused();
}

export async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Telephone").fill("(212) 555-0142");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("ZIP code").fill("10001");
}

/** Goes to the payment step. */
export async function toPayment(
  page: Page,
  origin: string,
  services: readonly string[],
  email: string,
): Promise<void> {
  await openOrder(page, origin, services);
  await next(page, "Contact Information");
  await fillContact(page, email);
  await next(page, "Payment");
}

export const agree = (page: Page) => page.getByLabel(/I have read the policy/).check();

/** Chooses the card payment, fills in the card and accepts the terms. */
export async function useCard(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: /^Card/ }).check();
  await page.getByLabel("Card number").fill(number);
  await agree(page);
}

export const pay = (page: Page) => page.getByRole("button", { name: "Pay and submit" }).click();

export const success = (page: Page) =>
  expect(page.getByText("Contract submitted successfully! We will contact you shortly.")).toBeVisible();

/** Returns an unused email address, so that a test finds its own order. */
export const uniqueEmail = (name: string) =>
  `${name}.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.com`;

export interface Order {
  _id: string;
  status: string;
  paymentState?: string;
  total: number;
  couponCode: string;
  customServices: { description: string; price: number }[];
  payment: {
    amountDueToday: number;
    couponDiscount: number;
    stripePaymentIntent: string;
    subscriptionId: string;
  };
  subscription: { status: string } | null;
}

/** An editor's client of the card site's lake. */
export async function cardStore() {
  const { write } = lakeTokens(await cardSiteDataDir());
  return lakeClient({ origin: cardSite }, write);
}

export async function cardOrdersOf(email: string): Promise<Order[]> {
  return (await cardStore()).fetch<Order[]>(`*[_type == "contract" && contactInfo.email == $email]`, {
    email,
  });
}

/** Removes the browser's console message about a response that the test expects. */
export function forget(troubles: string[], words: string): void {
  troubles.splice(0, troubles.length, ...troubles.filter((trouble) => !trouble.includes(words)));
}
