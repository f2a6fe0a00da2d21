import { cardSite, expect, expectReadableInTheDark, test, forget } from "../support/e2e.ts";
import { fillContact, next, openOrder, pay, uniqueEmail, useCard } from "../support/order-page.ts";

test.use({ colorScheme: "dark" });

test("every step and state can be read in the dark", async ({ page, troubles }) => {
  test.slow(); // axe looks at six screens
  await openOrder(page, cardSite, ["websiteMaintenance"]);
  await expectReadableInTheDark(page);
  await next(page, "Contact Information");
  await expectReadableInTheDark(page);
  await fillContact(page, uniqueEmail("dark"));
  await next(page, "Payment");
  await expectReadableInTheDark(page);
  await useCard(page, "4000 0000 0000 0002");
  await expectReadableInTheDark(page);
  await pay(page);
  await expect(page.locator("#card-error")).toBeVisible();
  await expectReadableInTheDark(page);
  await page.getByRole("button", { name: "Draw it instead" }).click();
  await expectReadableInTheDark(page);
  forget(troubles, "402");
});
