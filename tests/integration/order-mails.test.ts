import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfirmationToken } from "../../app/contract/confirmation.server.ts";
import type { StoredContract } from "../../app/contract/contract-store.server.ts";
import { orderLetters } from "../../app/contract/letters.server.ts";
import type { Letter } from "../../app/submissions/mail/letter.ts";
import { CARDS, openOrderDesk, orderForm, type OrderDesk } from "../support/order-desk.ts";

const SITE = { publicUrl: "https://site.test", adminEmails: ["grace@example.com"], secret: "secret" };

let desk: OrderDesk;
beforeAll(async () => {
  desk = await openOrderDesk();
});
afterAll(() => desk.close());

const lettersOf = (contract: StoredContract) =>
  orderLetters(SITE, contract).map(({ body }) => body as Letter);

test("an order by invoice is confirmed when it is taken, with its private address", async () => {
  const submissionId = randomUUID();
  const placed: StoredContract[] = [];
  const form = orderForm({ submissionId, paymentMethod: "invoice" });
  await desk.submit(form, { onPlaced: (contract) => placed.push(contract) });
  expect(placed).toHaveLength(1);
  const [receipt, notice, ...more] = placed.flatMap(lettersOf);
  expect(more).toEqual([]);
  expect(receipt?.to).toBe("ada@example.com");
  expect(receipt?.facts?.slice(1)).toEqual([
    { label: "Total", value: "$12.00" },
    { label: "Due today", value: "$12.00" },
    { label: "Payment", value: "By invoice" },
  ]);
  const token = receipt?.link?.href.replace("https://site.test/order/", "") ?? "";
  expect(readConfirmationToken("secret", token)?.submissionId).toBe(submissionId);
  expect(notice?.to).toBe("grace@example.com");
});

test("an order by card is confirmed once it is paid, and not while it waits", async () => {
  const submissionId = randomUUID();
  const placed: StoredContract[] = [];
  await desk.submit(orderForm({ submissionId }), { onPlaced: (contract) => placed.push(contract) });
  expect(placed.flatMap(lettersOf)).toEqual([]);
  const { answer } = await desk.pay(submissionId, 1_200);
  await desk.confirm("clientSecret" in answer ? answer.clientSecret : "", CARDS.good);
  expect(await desk.comeBack(submissionId)).toBe("completed");
  const contract = await desk.stored(submissionId);
  const [receipt] = lettersOf(contract);
  expect(receipt?.facts).toContainEqual({ label: "Payment", value: "Paid by card" });
  // What Stripe tells of it later (a refund) is no news of the order.
  const old = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString();
  expect(lettersOf({ ...contract, submittedAt: old })).toEqual([]);
});
