import { expect, expectAccessible, site, test } from "../support/e2e.ts";
import { next, openOrder } from "../support/order-page.ts";
import { fillAll, onStep, storedOf, submit } from "../support/questionnaire-page.ts";

// All tabs of a form share one draft: a tab says when another has stored or removed it.

const OPEN = "This form is open in another tab, too.";
const GONE = "This form was sent or cleared in another tab.";

test("two tabs of a questionnaire say so, and each sends what it shows", async ({ context, page }) => {
  const [mine, others] = [`Mine ${Date.now()}`, `Others ${Date.now()}`];
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto("/questionnaire");
  await fillAll(page, mine);
  await expect(other.getByText(OPEN)).toBeVisible();
  await expect(page.getByText(OPEN)).toBeHidden();
  await expectAccessible(other);
  await fillAll(other, others);
  await expect(page.getByText(OPEN)).toBeVisible();
  await submit(other);
  await expect(page.getByText(GONE)).toBeVisible();
  await submit(page);
  for (const name of [mine, others]) expect(await storedOf(name)).toHaveLength(1);
});

test("a tab with the draft of another one is a questionnaire of its own once that was sent", async ({
  context,
  page,
}) => {
  const name = `Twice ${Date.now()}`;
  await page.goto("/questionnaire");
  await fillAll(page, name);
  const other = await context.newPage();
  await other.goto("/questionnaire?step=4");
  await expect(other.getByLabel("Your name")).toHaveValue(name);
  await submit(page);
  await expect(other.getByText(GONE)).toBeVisible();
  await other.getByLabel("City").fill("Boston");
  await other.getByRole("button", { name: "Next" }).click();
  await onStep(other, 5);
  await submit(other);
  expect(await storedOf(name)).toHaveLength(2);
});

test("two tabs of an order say so", async ({ context, page }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`${site}/contract`);
  await openOrder(page, site, ["domainSetup"]);
  await next(page, "Contact Information");
  await expect(other.getByText(OPEN)).toBeVisible();
  await expectAccessible(other);
  await page.reload();
  await page.getByRole("button", { name: "Clear draft" }).click();
  await expect(other.getByText(GONE)).toBeVisible();
});
