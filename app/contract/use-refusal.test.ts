import { expect, test } from "vitest";
import type { OrderOutcome } from "./order-outcome.ts";
import { stepOfError } from "./use-refusal.ts";

const invalid = (error: Record<string, string[]>): OrderOutcome => ({
  status: "invalid",
  message: "m",
  result: { error },
});

test.each<[OrderOutcome, number | null]>([
  [invalid({ "": ["m"], "contactInfo.email": ["m"], services: ["m"] }), 2],
  [invalid({ "": ["m"], services: ["m"] }), 1],
  [invalid({ "": ["m"], agreedToTerms: ["m"] }), 3],
  [invalid({ "": ["m"], signature: ["m"] }), 3],
  [invalid({ "": ["m"] }), null],
  [{ status: "prices-changed", message: "m", totalCents: 1, coupon: null }, 1],
  [{ status: "failed", message: "m" }, null],
])("%j opens step %s", (outcome, step) => expect(stepOfError(outcome)).toBe(step));
