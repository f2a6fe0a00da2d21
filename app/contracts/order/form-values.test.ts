import { expect, test } from "vitest";
import { billingIn, contactForm } from "./form-values.ts";

test("a card form that opens before there is a form to read knows what the contact step kept", () => {
  const kept = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
  expect(billingIn(contactForm(kept))).toEqual({
    name: "Ada Lovelace",
    email: "ada@example.com",
    postalCode: "",
  });
  expect(billingIn(contactForm(undefined))).toEqual({ name: "", email: "", postalCode: "" });
});
