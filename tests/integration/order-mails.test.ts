import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { contractEmails } from "../../app/contracts/billing/emails/emails.server.ts";
import { readConfirmation } from "../../app/contracts/order/confirmation.server.ts";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { confirmationToken } from "../../app/contracts/store/private-links.server.ts";
import type { Email } from "../../app/email/email.ts";
import { createSpamCheck } from "../../app/submissions/spam/spam-check.server.ts";
import { CARDS, orderForm } from "../support/contract-harness.ts";
import { contractHooks } from "../support/contract-hooks.ts";

const SITE = { publicUrl: "https://site.test", adminEmails: ["grace@example.com"], secret: "secret" };

const harness = contractHooks();

const emailsOf = (contract: StoredContract) =>
  contractEmails(SITE, contract, new Date()).map(({ body }) => body as Email & { props: { link?: string } });

test("an order by card is confirmed once it is paid, and not while it waits", async () => {
  const submissionId = randomUUID();
  const placed: StoredContract[] = [];
  await harness.submit(orderForm({ submissionId }), {
    onPlaced: async (contract) => void placed.push(contract),
  });
  expect(placed.flatMap(emailsOf)).toEqual([]);
  const { result } = await harness.pay(submissionId, 1_200);
  await harness.confirm("clientSecret" in result ? result.clientSecret : "", CARDS.good);
  expect(await harness.comeBack(submissionId)).toBe("completed");
  const contract = await harness.stored(submissionId);
  const [receipt] = emailsOf(contract);
  expect(receipt?.props).toMatchObject({ isPaid: true });
  // An old order is no news, whatever changes on it.
  const old = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString();
  const history = contract.history?.map((event) => ({ ...event, at: old })) ?? [];
  expect(emailsOf({ ...contract, submittedAt: old, history })).toEqual([]);
});

test("a suspected order is no longer suspected once it is paid", async () => {
  const submissionId = randomUUID();
  const spamCheck = createSpamCheck({ secret: "secret", countUse: async () => true, onError: () => {} });
  await harness.submit(orderForm({ submissionId }), { spamCheck });
  expect(await harness.stored(submissionId)).toMatchObject({ status: "pending", suspected: "no-mark" });
  const { result } = await harness.pay(submissionId, 1_200);
  expect(await harness.stored(submissionId)).toHaveProperty("suspected");
  await harness.confirm("clientSecret" in result ? result.clientSecret : "", CARDS.good);
  expect(await harness.comeBack(submissionId)).toBe("completed");
  expect(await harness.stored(submissionId)).not.toHaveProperty("suspected");
});

test("a confirmation has the prices of the day the order was placed, whatever the catalogue says", async () => {
  const submissionId = randomUUID();
  const quarterly = { "services.websiteMaintenance.paymentFrequency": "quarterly" };
  const services = { ...quarterly, "services.websiteMaintenance.selected": "on" };
  await harness.submit(orderForm({ submissionId, paymentMethod: "invoice", signature: "Ada", ...services }));
  const { catalogue, readClient } = harness.context();
  const pricesAt = async (factor: number) => {
    const prices = catalogue.map((entry) => ({ ...entry, priceCents: entry.priceCents * factor }));
    const fetch = async () => ({ catalogue: prices, chequeInstructions: null });
    const sources = { store: readClient, catalogue: { fetch: fetch as unknown as typeof readClient.fetch } };
    const own = { secret: "secret", cardsOn: false, hasPdf: async () => true };
    const token = confirmationToken("secret", submissionId);
    const order = await readConfirmation({ ...sources, ...own }, token, new Date());
    if (!order || order === "ended") throw new Error("There is no order.");
    expect(order).toMatchObject({ owesInvoice: true, signature: "Ada" });
    expect(order.account.map(({ label, cents }) => `${label} ${cents}`)).toEqual(["Still to pay 35400"]);
    expect(order.dates.map(({ cents }) => cents)).toEqual([35_400, 34_200]);
    expect(order.amounts.map(({ cents }) => cents)).toEqual([145_200, -7_200, 138_000]);
    return order.services.map(({ cents }) => cents);
  };
  expect(await pricesAt(1)).toEqual([1_200, 144_000]);
  expect(await pricesAt(2)).toEqual([1_200, 144_000]);
});
