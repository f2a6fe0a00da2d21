/** Test cards and what they do; the numbers are those of Stripe's test mode. */
export type CardOutcome = "succeeds" | "declined" | "insufficient_funds" | "authenticate";

/** A card as people type it, and what happens to it, in words that go on after its number. */
interface TestCard {
  number: string;
  outcome: CardOutcome;
  does: string;
}

const TEST_CARDS: readonly TestCard[] = [
  { number: "4242 4242 4242 4242", outcome: "succeeds", does: "is paid" },
  { number: "5555 5555 5555 4444", outcome: "succeeds", does: "is paid, a Mastercard" },
  { number: "4000 0000 0000 0002", outcome: "declined", does: "is declined" },
  { number: "4000 0000 0000 9995", outcome: "insufficient_funds", does: "has insufficient funds" },
  {
    number: "4000 0000 0000 0341",
    outcome: "declined",
    does: "is declined, but can be saved for an order that is paid: its renewals fail",
  },
  {
    number: "4000 0027 6000 3184",
    outcome: "authenticate",
    does: "asks for 3-D Secure, also at renewals",
  },
];

const digitsOf = (number: string): string => number.replaceAll(/\s/g, "");

export const outcomeOf = (cardNumber: string): CardOutcome | undefined =>
  TEST_CARDS.find(({ number }) => digitsOf(number) === digitsOf(cardNumber))?.outcome;

/** Returns a line per test card, for somebody who tries them. */
export const testCardLines = (): string[] => TEST_CARDS.map(({ number, does }) => `${number}   ${does}`);

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
