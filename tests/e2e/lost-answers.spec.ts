import { cardSite, expect, forget, site, siteStore, stopClock, test, type Page } from "../support/e2e.ts";
import { typeMessage } from "../support/live-page.ts";
import { agree, cardOrdersOf, pay, toPayment, uniqueEmail, useCard } from "../support/order-page.ts";
import { fillAll, onStep, storedOf } from "../support/questionnaire-page.ts";

// The connection breaks after the server did its work: the visitor reads what to do, does it, and nothing is stored twice.

const NETWORK = "Network error. Please check your connection and try again.";

/** Breaks the connection of posts to a form's address, after the server responded, while `send` runs. */
async function losingTheAnswer(page: Page, path: string, send: () => Promise<void>): Promise<void> {
  let answers = 0;
  const posts = ({ pathname }: URL) => pathname === `${path}.data`;
  await page.route(posts, async (route) => {
    const response = await route.fetch();
    if (response.ok()) answers++;
    await route.abort("connectionreset");
  });
  await send();
  await page.unroute(posts);
  expect(answers).toBe(1);
}

/** Returns how many documents have an email address. */
async function storedFor(email: string): Promise<number> {
  const query = `count(*[(email == $email || contactInfo.email == $email)])`;
  return (await siteStore()).fetch<number>(query, { email });
}

test.afterEach(({ troubles }) => forget(troubles, "ERR_CONNECTION_RESET"));

test("a message is stored once", async ({ page }) => {
  const email = uniqueEmail("lost-message");
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await typeMessage(page, "Did this arrive?");
  const send = page.getByRole("button", { name: "Send Message" });
  await losingTheAnswer(page, "/contact", async () => {
    await send.click();
    await expect(page.getByRole("alert").filter({ hasText: NETWORK })).toBeVisible();
  });
  await expect(page.getByLabel("Message")).toHaveValue("Did this arrive?");
  await send.click();
  await expect(page.getByText("Thank you! Your message has been sent.")).toBeVisible();
  expect(await storedFor(email)).toBe(1);
});

test.describe("in the newsletter's card", () => {
  test.use({ popup: true });

  test("an address is stored once", async ({ page }) => {
    const email = uniqueEmail("lost-newsletter");
    const card = page.getByRole("region", { name: /newsletter|Thank You!/i });
    await stopClock(page);
    await page.goto("/about");
    await page.clock.runFor(5000);
    await card.getByLabel("Email address").fill(email);
    await losingTheAnswer(page, "/newsletter", async () => {
      await card.getByRole("button", { name: "Subscribe" }).click();
      await expect(card.getByText(NETWORK)).toBeVisible();
    });
    await expect(card.getByLabel("Email address")).toHaveValue(email);
    await card.getByRole("button", { name: "Subscribe" }).click();
    await expect(card.getByText("Thank You!")).toBeVisible();
    expect(await storedFor(email)).toBe(1);
  });
});

test("a questionnaire is stored once, after a reload too", async ({ page }) => {
  const name = `Lost ${Date.now()}`;
  await page.goto("/questionnaire");
  await fillAll(page, name);
  await losingTheAnswer(page, "/questionnaire", async () => {
    await page.getByRole("button", { name: "Submit Questionnaire" }).click();
    await expect(page.getByText("There was an error submitting your questionnaire:")).toBeVisible();
  });
  await page.reload();
  await onStep(page, 5);
  await page.getByRole("button", { name: "Submit Questionnaire" }).click();
  await expect(page).toHaveURL(/\/thank-you\?ref=/);
  expect(await storedOf(name)).toHaveLength(1);
});

test("an order is placed once", async ({ page }) => {
  const email = uniqueEmail("lost-order");
  await toPayment(page, site, ["domainSetup"], email);
  await page.getByLabel("Type your full name").fill("Ada Lovelace");
  await agree(page);
  const submit = page.getByRole("button", { name: "Submit order" });
  await losingTheAnswer(page, "/contract", async () => {
    await submit.click();
    await expect(page.getByRole("alert").filter({ hasText: NETWORK })).toBeVisible();
  });
  await expect(page.getByLabel("Type your full name")).toHaveValue("Ada Lovelace");
  await submit.click();
  await expect(page).toHaveURL(/\/thank-you\?ref=/);
  expect(await storedFor(email)).toBe(1);
});

test("a card is charged once, whichever answer is lost, and the page says that it is paid", async ({
  page,
}) => {
  const email = uniqueEmail("lost-card");
  await toPayment(page, cardSite, ["domainSetup"], email);
  await useCard(page, "4242 4242 4242 4242");
  const isOf = (step: string, body: string | null) =>
    new RegExp(`name="intent"\\s+${step}\\s`).test(body ?? "");
  const answers: [path: string, step: string, then: () => Promise<void>][] = [
    [
      "/contract.data",
      "place",
      () => expect(page.getByRole("alert").filter({ hasText: NETWORK })).toBeVisible(),
    ],
    ["/api/payment-intent", "", () => expect(page.locator("#card-error")).toBeVisible()],
    ["/contract.data", "confirm", () => expect(page).toHaveURL(/\/thank-you\?ref=/)],
  ];
  for (const [path, step, then] of answers) {
    let lost = 0;
    await page.route(`${cardSite}${path}*`, async (route) => {
      if (step && !isOf(step, route.request().postData())) return route.continue();
      if ((await route.fetch()).ok()) lost++;
      await route.abort("connectionreset");
    });
    await pay(page);
    await then();
    await page.unroute(`${cardSite}${path}*`);
    expect([step, lost]).toEqual([step, 1]);
  }
  expect(await cardOrdersOf(email)).toMatchObject([{ status: "completed" }]);
  await page.goto(`${cardSite}/contract`);
  await expect(page.getByText("This order is paid.")).toBeVisible();
  await page.getByRole("button", { name: "Start a new order" }).click();
  await expect(page.getByText("Step 1 of 3")).toBeVisible();
});
