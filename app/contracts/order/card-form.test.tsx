import { expect, test } from "vitest";
import { contractMessages } from "../../model/contracts/messages.ts";
import { describeCardError } from "./card-form.tsx";

const KEY = "Invalid API Key provided: pk_test_123";
const UNREAD = "Your card could not be read";

test.each([
  [
    { type: "card_error", code: "card_declined", message: "Your card was declined." },
    "Your card was declined.",
  ],
  [
    { type: "validation_error", message: "Your card number is incomplete." },
    "Your card number is incomplete.",
  ],
  [
    {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
      message: "Not authenticated.",
    },
    "Not authenticated.",
  ],
  [{ type: "authentication_error", message: KEY }, contractMessages.cardUnavailable],
  [{ type: "invalid_request_error", message: KEY }, contractMessages.cardUnavailable],
  [
    { type: "invalid_request_error", code: "api_key_expired", message: KEY },
    contractMessages.cardUnavailable,
  ],
  [{ type: "invalid_request_error", code: "resource_missing", message: KEY }, UNREAD],
  [{ type: "api_error", message: KEY }, UNREAD],
  [{ type: "card_error" }, UNREAD],
] as const)("%o is told as %j", (error, message) => expect(describeCardError(error)).toBe(message));
