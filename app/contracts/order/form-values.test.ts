import { expect, test } from "vitest";
import { billingIn } from "./form-values.ts";

test("a card form that opens before there is a form to read knows what the contact step kept", () => {
  const draft = new FormData();
  draft.set("contactInfo.firstName", "Ada");
  draft.set("contactInfo.lastName", "Lovelace");
  draft.set("contactInfo.email", "ada@example.com");
  expect(billingIn(draft)).toEqual({ name: "Ada Lovelace", email: "ada@example.com", postalCode: "" });
  expect(billingIn(new FormData())).toEqual({ name: "", email: "", postalCode: "" });
});
