import { THANKS } from "../thanks.ts";

/** Texts of the order form (docs/specification.md, sections 5 and 8; docs/decisions.md). */
export const contractMessages = {
  contactMissing: "Please fill in all required contact information.",
  termsMissing: "Please agree to the terms and conditions.",
  termsMissingInvoice: "Please agree to the terms and conditions before submitting.",
  policyChanged: "The policy has changed. Please read it and agree again.",
  noService: "Please select at least one service.",
  formOff: "We do not take orders here at the moment. Please write to us instead.",
  serviceGone: "A service of your order is no longer available. Please review your order.",
  pricesChanged: "Prices have changed. Please review your order.",
  cardUnavailable: "Card payment is unavailable right now. Please choose invoice payment.",
  cardBlocked:
    "Card payment is unavailable right now. Check that your browser or a blocker does not stop js.stripe.com and reload the page, or choose invoice payment.",
  cardFormMissing: "The card form could not be loaded. Try again, or choose invoice payment.",
  padMissing: "The drawing pad could not be loaded. Try again, or type your name instead.",
  cardWhileAway:
    "We cannot take card payments right now. Nothing was charged. Please choose invoice payment or try again in a few minutes.",
  cardNotReady: "Payment system is not ready. Please try again.",
  intentFailed: "Failed to create payment intent",
  network: "Network error. Please check your connection and try again.",
  submitFailed: "Error submitting contract. Please try again.",
  success: THANKS.order,
  signatureMissing: "Signature is required",
  signatureInvalid: "The signature cannot be read. Please sign again.",
  alreadyPlaced: "This order has already been submitted. Clear the draft to place another one.",
  couponInvalid: "This coupon code is not valid.",
  couponNotApplied: "Please apply the coupon code or clear it.",
  couponUnknown: "The coupon code could not be checked. Please try again.",
  nothingToCharge: "There is nothing to charge a card today. Please choose invoice payment.",
  offerEdited: "This contract has changed. Please review it again.",
  offerClosed: "This link is no longer valid. Please ask us for a new one.",
  cardNameMissing: "Full name is required",
  cardEmailMissing: "Email is required",
  cardZipMissing: "ZIP/postal code is required",
  emailInvalid: "Please enter a valid email address",
} as const;

/** Shown for a payment frequency of a service that is not ordered. */
export function frequencyUnticked(title: string): string {
  return `Tick ${title} to order it, or set its payment frequency to Monthly.`;
}

/** Returns what a card provider says is wrong, without what it advises to do: that is said once, in our words. */
export const withoutAdvice = (message: string): string =>
  message.replace(/(?<=[.!])\s+(?:please|try)\b.*$/is, "");

/** Shown when a card payment fails; `message` is the provider's text. */
export function paymentFailed(message: string): string {
  const problem = withoutAdvice(message).replace(/[.\s]+$/, "");
  return `Payment failed: ${problem}. Please try again or choose invoice payment.`;
}
