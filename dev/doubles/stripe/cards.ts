/** Test cards and what they do; the numbers are those of Stripe's test mode. */
export type CardOutcome = "succeeds" | "declined" | "insufficient_funds" | "authenticate";

const OUTCOMES: Record<string, CardOutcome> = {
  "4242424242424242": "succeeds",
  "4000000000000002": "declined",
  "4000000000009995": "insufficient_funds",
  "4000002760003184": "authenticate",
};

export function outcomeOf(cardNumber: string): CardOutcome | undefined {
  return OUTCOMES[cardNumber.replace(/\s/g, "")];
}

export const declineMessages: Partial<
  Record<CardOutcome, { code: string; decline_code: string; message: string }>
> = {
  declined: { code: "card_declined", decline_code: "generic_decline", message: "Your card was declined." },
  insufficient_funds: {
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
  },
};
