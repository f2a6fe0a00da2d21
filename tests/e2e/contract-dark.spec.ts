import { cardSite, expect, expectAccessible, test } from "../support/e2e.ts";
import { fillContact, next, openOrder, pay, uniqueEmail, useCard } from "../support/order-page.ts";
import { forget } from "../support/card-store.ts";

test.use({ colorScheme: "dark" });

test("every step and state can be read in the dark", async ({ page, troubles }) => {
  test.slow(); // axe looks at six screens
  await openOrder(page, cardSite, ["websiteMaintenance"]);
  await expectAccessible(page);
  await next(page, "Contact Information");
  await expectAccessible(page);
  await fillContact(page, uniqueEmail("dark"));
  await next(page, "Payment");
  await expectAccessible(page);
  await useCard(page, "4000 0000 0000 0002");
  await expectAccessible(page);
  await pay(page);
  await expect(page.locator("#card-error")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Draw it instead" }).click();
  await expectAccessible(page);
  forget(troubles, "402");
});
