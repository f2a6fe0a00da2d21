import { expect, test } from "vitest";
import { CONTACT_TEXTS, contactFailureText } from "./messages.ts";

test.each([
  ["permission-denied", "Server error: Permission denied. Please email us directly at hello@example.com."],
  ["unavailable", "Network error. Please check your connection and try again."],
  ["internal", "Something went wrong. Please try again or email us directly at hello@example.com."],
] as const)("%s says what the specification says", (code, text) => {
  expect(contactFailureText(code, "hello@example.com")).toBe(text);
});

test("success says what the decisions say", () => {
  expect(CONTACT_TEXTS.sent).toBe("Thank you! Your message has been sent. We will get back to you soon.");
  expect(CONTACT_TEXTS.sending).toBe("Sending...");
});
