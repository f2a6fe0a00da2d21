import { expect, test } from "vitest";
import { fateOf, summaryOf, type PersonalDocument } from "./fate.ts";

const contract = (fields: Partial<PersonalDocument>): PersonalDocument => ({
  _id: "contract.1",
  _type: "contract",
  ...fields,
});
const stays = (about: string) => ({ stays: expect.stringContaining(about) as string });

test.for<[string, PersonalDocument, unknown]>([
  ["a message", { _id: "contact.1", _type: "contactSubmission" }, "delete"],
  ["a questionnaire", { _id: "questionnaire.1", _type: "clientQuestionnaire" }, "delete"],
  ["an order that was never paid", contract({ status: "error" }), "delete"],
  ["an offer that nobody took", contract({ _type: "adminContract", status: "pending" }), "delete"],
  ["an order by invoice", contract({ status: "invoice" }), "reduce"],
  ["a paid order", contract({ status: "completed", payment: { stripePaymentIntent: "pi_1" } }), "reduce"],
  [
    "an order whose card is being charged",
    contract({ status: "pending", payment: { stripePaymentIntent: "pi_1" } }),
    stays("payment is pending"),
  ],
  [
    "an order with a running subscription",
    contract({ status: "completed", subscription: { status: "active" } }),
    stays("subscription is active"),
  ],
  [
    "an order whose subscription has ended",
    contract({ status: "completed", subscription: { status: "canceled" } }),
    "reduce",
  ],
  ["an invoice", { _id: "invoice.2026-0001", _type: "invoice" }, "reduce"],
  [
    "an order by invoice whose services go on",
    contract({
      status: "completed",
      payment: { paymentMethod: "invoice", schedule: [{ nextDate: "2027-01-01" }] },
    }),
    stays("still invoiced"),
  ],
  [
    "an order by invoice whose services have ended",
    contract({
      status: "completed",
      payment: { paymentMethod: "invoice", schedule: [{ nextDate: "2027-01-01" }] },
      cancellation: { endedAt: "2026-12-01T05:00:00.000Z" },
    }),
    "reduce",
  ],
])("%s", ([, document, fate]) => {
  expect(fateOf(document)).toEqual(fate);
});

test("the summary counts and names nobody", () => {
  expect(
    summaryOf([
      { _id: "contact.zoe", _type: "contactSubmission" },
      { _id: "contact.zoe2", _type: "contactSubmission" },
      contract({ status: "invoice" }),
    ]),
  ).toEqual(["2 × contactSubmission: delete", "1 × contract: reduce"]);
});
