import { afterEach, expect, test } from "vitest";
import { addDays, addMonths } from "../../app/model/contracts/billing-dates.ts";
import { dateOf, formatDate } from "../../app/model/format.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { kinds, startRenewals } from "../support/renewals.ts";
import { outboxMails, outboxTexts } from "../support/site.ts";

// Another card for services that renew: over HTTP, without scripts, with Stripe's portal.

const site = opened(() => startRenewals("2027-01-31"));
afterEach(() => {
  expect(site.standIn.state.unknownRequests.splice(0)).toEqual([]);
});

test("shows the card that is charged next, whichever was charged last", async () => {
  const uuid = await site.order("stripe", "biannually");
  const page = await site.replaceCard(uuid, "5555555555554444");
  expect(page).toContain("Your card is changed. The next payments are charged to the new one.");
  expect(page).toContain("Charged to your Mastercard ending in 4444");
  const contract = await site.stored(uuid);
  expect(contract.payment.card).toEqual({ brand: "mastercard", last4: "4444" });
  expect(contract.history?.at(-1)).toMatchObject({
    kind: "charged",
    card: { brand: "visa", last4: "4242" },
  });
  // Without coming back: Stripe's event is enough.
  await site.replaceCard(uuid, "4242424242424242", { comesBack: false });
  await site.standIn.settled();
  await expect.poll(() => site.page(uuid)).toContain("Charged to your Visa ending in 4242");
  await site.press(uuid, "cancel");
});

test.each([true, false])(
  "a card that replaces a declined one is charged at once (back: %s)",
  async (comesBack) => {
    const uuid = await site.order("stripe", "monthly");
    await site.replaceCard(uuid, "4000000000000341");
    const due = addMonths(site.today(), 1);
    await site.goTo(due);
    expect(await site.stored(uuid)).toMatchObject({ paymentState: "failed" });
    // The same card once more is no other one; one that is declined too is said to be.
    expect(await site.replaceCard(uuid, "4000000000000341")).toContain("but the charge was declined");
    expect(site.charges(uuid)).toHaveLength(3);
    const page = await site.replaceCard(uuid, "5555555555554444", { comesBack });
    if (comesBack) expect(page).toContain("the payment that was declined before is made");
    // Two machines, and the page opened again: once.
    const again = `${site.linkOf(uuid)}?card=returned`;
    if (comesBack) await Promise.all([fetch(again), fetch(again)]);
    else await site.goTo(due);
    await site.standIn.settled();
    expect(await site.stored(uuid)).toMatchObject({
      paymentState: "paid",
      payment: { chargeFailedAt: "" },
    });
    await site.goTo(addDays(due, 10));
    const paid = site.charges(uuid).filter((charge) => charge["status"] === "succeeded");
    expect(paid.map(({ amount }) => amount)).toEqual([13_200, 12_000]);
    expect(await site.emails(uuid)).toContain("charged");
    await site.press(uuid, "cancel");
  },
);

test("says that its card was declined, takes another one, and is paid", async () => {
  const uuid = await site.order("stripe", "monthly");
  await site.replaceCard(uuid, "4000000000000341");
  const due = addMonths(site.today(), 1);
  await site.goTo(due);
  expect(await site.stored(uuid)).toMatchObject({
    paymentState: "failed",
    subscription: { status: "past_due" },
  });
  expect(await site.page(uuid)).toContain("Your card was declined for the last renewal");
  expect(await site.emails(uuid)).toContain("charge-failed");
  await site.replaceCard(uuid, "5555555555554444");
  await site.goTo(addDays(due, 3));
  const contract = await site.stored(uuid);
  expect(contract).toMatchObject({
    paymentState: "paid",
    payment: { chargeFailedAt: "", card: { brand: "mastercard", last4: "4444" } },
  });
  expect(kinds(contract)).toEqual(["placed", "charged", "charge-failed", "charged"]);
  await site.press(uuid, "cancel");
});

test("a renewal that the bank wants to have confirmed is paid from its email, without signing in, once", async () => {
  const uuid = await site.order("stripe", "monthly");
  await site.replaceCard(uuid, "4000002760003184");
  const due = addMonths(site.today(), 1);
  await site.goTo(due);
  const declined = (await site.stored(uuid)).history?.at(-1);
  expect(declined).toMatchObject({ kind: "charge-failed", amountCents: 12_000 });
  const { confirmUrl = "", nextTryAt = "" } = declined ?? {};
  expect(dateOf(new Date(nextTryAt))).toBe(addDays(due, 3));
  expect(await site.page(uuid)).toContain(
    `Your bank wants you to confirm the last renewal, and $120.00 is still to pay. We try again on ${formatDate(addDays(due, 3))}`,
  );
  await site.emails(uuid);
  await expect
    .poll(() => outboxMails(site.dataDir).filter((mail) => mail.includes(confirmUrl)).length)
    .toBeGreaterThan(0);
  expect(await (await postForm(confirmUrl, {})).text()).toContain("paid");
  await site.standIn.settled();
  expect(await site.stored(uuid)).toMatchObject({ paymentState: "paid", payment: { chargeFailedAt: "" } });
  expect(await (await fetch(confirmUrl)).text()).not.toContain("<button>");
  expect(await site.page(uuid)).not.toContain("Your bank wants");
  const paid = site.charges(uuid).filter((charge) => charge["status"] === "succeeded");
  expect(paid.map(({ amount }) => amount)).toEqual([13_200, 12_000]);
  await site.press(uuid, "cancel");
});

test("an unpaid month does not end what is paid for a year", async () => {
  const uuid = await site.order("stripe", "monthly", {
    "services.databaseManagement.selected": "on",
    "services.databaseManagement.paymentFrequency": "annually",
  });
  await site.replaceCard(uuid, "4000000000000341");
  const started = site.today();
  const due = addMonths(started, 1);
  for (const days of [0, 3, 8, 15]) await site.goTo(addDays(due, days));
  const ends = `Website maintenance: ended ${formatDate(site.today())}`;
  const goesOn = `Database management: until ${formatDate(addDays(addMonths(started, 12), -1))}`;
  const page = async () => (await site.page(uuid)).replaceAll(" : ", ": ");
  expect(await page()).toMatch(new RegExp(`None of your services renews\\. ${ends}.*${goesOn}`));
  await site.emails(uuid);
  await expect
    .poll(() => outboxTexts(site.dataDir).some((mail) => mail.includes(ends) && mail.includes(goesOn)))
    .toBe(true);
  // The link lives as long as the service does.
  await site.goTo(addDays(due, 200));
  expect(await page()).toContain(goesOn);
  expect(kinds(await site.stored(uuid)).filter((kind) => kind === "cancelled")).toHaveLength(1);
});

test("the last try and the end are told together", async () => {
  const uuid = await site.order("stripe", "monthly");
  await site.replaceCard(uuid, "4000000000000341");
  const due = addMonths(site.today(), 1);
  for (const days of [0, 3, 8, 15]) await site.goTo(addDays(due, days));
  const contract = await site.stored(uuid);
  expect(kinds(contract).slice(-2)).toEqual(["charge-failed", "cancelled"]);
  expect(contract).toMatchObject({ paymentState: "cancelled", cancellation: { by: "Stripe" } });
  expect(await site.page(uuid)).toContain("Cancelled. Your services have ended.");
  const emails = (await site.emails(uuid)).filter((kind) => kind?.startsWith("c"));
  // The first three tries, and the end.
  expect(emails.filter((kind) => kind === "charge-failed")).toHaveLength(3);
  expect(emails.filter((kind) => kind === "cancelled")).toHaveLength(1);
});
