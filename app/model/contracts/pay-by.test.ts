import { expect, test } from "vitest";
import { payTermsOf, storedPayTerms } from "./pay-by.ts";

const instructions = { chequeInstructions: "Mail it.", transferInstructions: "Account 021000021." };

test("invoices are paid by cheque unless the owner asks for a transfer", () => {
  expect(payTermsOf(null)).toEqual({ payBy: "cheque", instructions: "" });
  expect(payTermsOf({ ...instructions, payBy: null })).toEqual({ payBy: "cheque", instructions: "Mail it." });
  expect(payTermsOf({ ...instructions, payBy: "transfer" })).toEqual({
    payBy: "transfer",
    instructions: "Account 021000021.",
  });
});

test("an invoice stores how it is paid, and nothing of the other way", () => {
  for (const payBy of ["cheque", "transfer"]) {
    const terms = payTermsOf({ ...instructions, payBy });
    const stored = storedPayTerms(terms);
    expect(payTermsOf(stored)).toEqual(terms);
    expect(Object.values(stored)).not.toContain(
      payBy === "transfer" ? instructions.chequeInstructions : instructions.transferInstructions,
    );
  }
});
