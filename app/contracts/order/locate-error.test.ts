import { expect, test } from "vitest";
import type { OrderResult } from "./contract-action.ts";
import { locateProblem, locateError, type ErrorLocation } from "./locate-error.ts";

const invalid = (error: Record<string, string[]>): OrderResult => ({
  status: "invalid",
  message: "m",
  result: { error },
});

test.each<[OrderResult, ErrorLocation | null]>([
  [
    invalid({ "": ["m"], services: ["m"], "contactInfo.email": ["m"] }),
    { step: 2, id: "order-contactInfo.email" },
  ],
  [invalid({ "": ["m"], services: ["m"] }), { step: 1, id: "order-services" }],
  [
    invalid({ "services.websiteMaintenance.paymentFrequency": ["m"] }),
    { step: 1, id: "frequency-websiteMaintenance" },
  ],
  [invalid({ wish: ["m"] }), { step: 1, id: "order-wish" }],
  [invalid({ "": ["m"], agreedToTerms: ["m"] }), { step: 3, id: "order-agreedToTerms" }],
  [invalid({ "": ["m"], signature: ["m"] }), { step: 3, id: "order-signature" }],
  [invalid({ "": ["m"], couponCode: ["m"] }), { step: 3, id: "order-coupon" }],
  [invalid({ "": ["m"], submissionId: ["m"] }), { step: 3, id: null }],
  [invalid({ "": ["m"] }), null],
  [
    { status: "prices-changed", message: "m", totalCents: 1, coupon: null },
    { step: 1, id: null },
  ],
  [{ status: "failed", message: "m" }, null],
])("%j is at %j", (outcome, place) => expect(locateError(outcome)).toEqual(place));

test("a rejection is about what the server found, or what is missing around the card", () => {
  const rejected = { phase: "rejected", attempt: 1, message: "m" } as const;
  const unsigned = invalid({ signature: ["m"] });
  const atSignature = { step: 3, id: "order-signature" };
  expect(locateProblem(unsigned)).toEqual(atSignature);
  expect(locateProblem({ ...rejected, outcome: unsigned })).toEqual(atSignature);
  expect(locateProblem({ ...rejected, cardErrors: { email: "m", zip: "m" } })).toEqual({
    step: 3,
    id: "card-email",
  });
  expect(locateProblem({ ...rejected, cardError: "m" })).toBe(null);
});
