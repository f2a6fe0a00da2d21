import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { cardSite, cardSiteDataDir } from "./e2e.ts";
import { isScripted } from "./live-page.ts";
import { lakeClient, lakeTokens } from "./site.ts";

/** Opens the order form at its first step with the given services ticked. */
export async function openOrder(page: Page, origin: string, services: readonly string[]): Promise<void> {
  await page.goto(`${origin}/contract`);
  for (const id of services) await page.locator(`#service-${id}`).check();
}

const stepBy = (name: "Next" | "Back") => async (page: Page, heading: string) => {
  await page.getByRole("button", { name }).click();
  await expect(page.locator("main").getByRole("heading", { name: heading, exact: true })).toBeFocused();
};

/** Goes to the next or the previous step, whose heading gets the focus. */
export const next = stepBy("Next");
export const back = stepBy("Back");

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
  agreedToTerms: boolean;
  signature: string;
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
  const query = `*[_type in ["contract", "adminContract"] && contactInfo.email == $email]`;
  return (await cardStore()).fetch<Order[]>(query, { email });
}

/** Makes a contract as the admins' form posts it. Resolves to the path of the page with its link. */
export async function makeOffer(request: APIRequestContext, email: string): Promise<string> {
  const form = {
    "contactInfo.firstName": "Ada",
    "contactInfo.lastName": "Lovelace",
    "contactInfo.phone": "(212) 555-0142",
    "contactInfo.email": email,
    "services.domainSetup.selected": "on",
    "services.domainSetup.quantity": "3",
  };
  const made = await request.post(`${cardSite}/admin/contracts/new`, {
    form,
    headers: { origin: cardSite },
    maxRedirects: 0,
  });
  expect(made.status()).toBe(303);
  return made.headers()["location"] ?? "";
}

/** Draws on the signature pad; again where the page moved under the pen. */
export async function draw(page: Page): Promise<string> {
  const signature = page.locator("[name=signature]");
  await expect(async () => {
    const box = (await page.getByRole("img", { name: /Signature pad/ }).boundingBox())!;
    await page.mouse.move(box.x + 30, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + 150, box.y + 90, { steps: 8 });
    await page.mouse.up();
    await expect(signature).toHaveValue(/^data:image\/png/, { timeout: 1_000 });
  }).toPass();
  return signature.inputValue();
}

/** Signs the order: drawn where the pad comes, else typed. Resolves to what is stored. */
async function sign(page: Page, scripted: boolean): Promise<string> {
  if (scripted) {
    await page.getByRole("button", { name: "Draw it instead" }).click();
    const pad = page.getByRole("img", { name: /Signature pad/ });
    await expect(pad.or(page.getByText("The drawing pad could not be loaded."))).toBeVisible();
    if (await pad.isVisible()) return draw(page);
    await page.getByRole("button", { name: "Type it instead" }).click();
  }
  await page.getByLabel("Type your full name").fill("Ada Lovelace");
  return "Ada Lovelace";
}

/** Fills in and sends the order form that is open, or an offer's, as far as its scripts have come: by card, or else by invoice. */
export async function sendOrder(page: Page): Promise<void> {
  const email = uniqueEmail("any-way");
  const scripted = await isScripted(page);
  const goOn = (heading: string) => (scripted ? next(page, heading) : undefined);
  const service = page.locator("#service-domainSetup");
  if ((await service.count()) > 0) await service.check();
  await goOn("Contact Information");
  await fillContact(page, email);
  await goOn("Payment");
  const signature = await sign(page, scripted);
  const card = page.getByLabel("Card number");
  if (scripted) {
    await page.getByRole("radio", { name: /^Card/ }).check();
    await expect(card.or(page.getByText("The card form could not be loaded."))).toBeVisible();
  }
  const isByCard = await card.isVisible();
  if (isByCard) await useCard(page, "4242 4242 4242 4242");
  else await page.getByRole("radio", { name: /^Invoice/ }).check();
  await agree(page);
  await page.getByRole("button", { name: isByCard ? "Pay and submit" : "Submit order" }).click();
  await page.waitForURL(/\/thank-you\?ref=/);
  const status = isByCard ? "completed" : "invoice";
  expect(await cardOrdersOf(email)).toMatchObject([{ status, signature, agreedToTerms: true }]);
}
