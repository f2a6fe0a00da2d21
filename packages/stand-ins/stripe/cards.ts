/** Test cards and what they do; the numbers are those of Stripe's test mode. */
export type CardOutcome = "succeeds" | "declined" | "insufficient_funds" | "authenticate";

const OUTCOMES: Record<string, CardOutcome> = {
  "4242424242424242": "succeeds",
  "5555555555554444": "succeeds",
  "4000000000000002": "declined",
  "4000000000009995": "insufficient_funds",
  // Can be saved, but every charge is declined: the card of a renewal that fails.
  "4000000000000341": "declined",
  "4000002760003184": "authenticate",
};

export function outcomeOf(cardNumber: string): CardOutcome | undefined {
  return OUTCOMES[cardNumber.replace(/\s/g, "")];
}

export const brandOf = (cardNumber: string): string => (cardNumber.startsWith("5") ? "mastercard" : "visa");

export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

const GENERIC: Decline = {
  code: "card_declined",
  decline_code: "generic_decline",
  message: "Your card was declined.",
};

const DECLINES: Partial<Record<CardOutcome, Decline>> = {
  insufficient_funds: {
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
  },
  // Nobody is there to authenticate when a subscription renews.
  authenticate: {
    code: "authentication_required",
    decline_code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
};

/** Returns the error of a card that is not charged. */
export const declineOf = (outcome: CardOutcome): Decline => DECLINES[outcome] ?? GENERIC;
