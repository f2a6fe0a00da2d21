import { NOTICE_BUTTON, NOTICE_PLACEHOLDERS, type EmailWords } from "../../../email/words.ts";
import { contractMessages } from "../../../model/contracts/messages.ts";

const SEE_ORDER = "See your order";
const PRINT_INVOICE = "See and print the invoice";
const CANCEL_SERVICES = "See or cancel your services";

export const ORDER_RECEIPT: EmailWords = {
  name: "order-receipt",
  title: "Receipt of an order",
  placeholders: ["reference"],
  subject: "We received your order ({reference})",
  opening: contractMessages.success,
  note: "If you did not send us an order, you can ignore this email.",
  button: SEE_ORDER,
};

export const ORDER_LINK: EmailWords = {
  name: "order-link",
  title: "New link to an order",
  placeholders: ["reference"],
  subject: "Your new order link ({reference})",
  opening: "Somebody opened an old link to your order and asked for a new one. It is valid for 90 days.",
  note: "The link is private: whoever has it can read this order, so please do not pass it on.",
  button: SEE_ORDER,
};

export const CONTRACT_LINK: EmailWords = {
  name: "contract-link",
  title: "Link to a contract",
  placeholders: ["publicUrl"],
  subject: "Your contract is ready",
  opening:
    "Your contract with us is ready at {publicUrl}. Over the link below you can read it, sign it and choose how to pay.",
  note: "The link is private: whoever has it can read and sign this contract, so please do not pass it on.",
  button: "Read your contract",
};

export const INVOICE_ISSUED: EmailWords = {
  name: "invoice-issued",
  title: "Invoice",
  placeholders: ["number", "reference", "date"],
  subject: "Invoice {number} ({reference})",
  opening: "Here is invoice {number}. Please pay it by {date}.",
  otherOpening: {
    when: "there is nothing to pay",
    text: "Here is invoice {number}. There is nothing to pay.",
  },
  button: PRINT_INVOICE,
};

export const INVOICE_REMINDER: EmailWords = {
  name: "invoice-reminder",
  title: "Reminder of an invoice",
  placeholders: ["number", "reference", "date"],
  subject: "Reminder: invoice {number} is overdue ({reference})",
  opening:
    "Invoice {number} was due on {date} and we have not received all of it yet. If your payment is on its way, please ignore this reminder.",
  button: PRINT_INVOICE,
};

export const PAYMENT_RECEIVED: EmailWords = {
  name: "payment-received",
  title: "Payment received",
  placeholders: ["number", "reference"],
  subject: "We received your payment for invoice {number} ({reference})",
  opening: "Thank you. Invoice {number} is paid.",
  otherOpening: { when: "a part is still due", text: "Thank you. We received a part of invoice {number}." },
  button: "See the invoice",
};

export const INVOICE_VOIDED: EmailWords = {
  name: "invoice-voided",
  title: "Invoice cancelled",
  placeholders: ["number", "reference"],
  subject: "Invoice {number} was cancelled ({reference})",
  opening: "We cancelled invoice {number}. You do not need to pay it.",
  button: SEE_ORDER,
};

export const CREDIT_NOTE: EmailWords = {
  name: "credit-note",
  title: "Credit note",
  placeholders: ["number", "reference", "invoice"],
  subject: "Credit note {number} ({reference})",
  opening: "We credited an amount of invoice {invoice}.",
  otherOpening: { when: "it is for no invoice", text: "We credited an amount to you." },
  button: "See the credit note",
};

export const RENEWAL_REMINDER: EmailWords = {
  name: "renewal-reminder",
  title: "Reminder of a renewal",
  placeholders: ["date", "reference"],
  subject: "Your services renew on {date} ({reference})",
  opening: "Your services renew automatically on {date}. If you want to keep them, there is nothing to do.",
  button: CANCEL_SERVICES,
};

export const PRICE_CHANGE: EmailWords = {
  name: "price-change",
  title: "Change of a price",
  placeholders: ["date", "reference", "before", "after"],
  subject: "The price of your services changes on {date} ({reference})",
  opening:
    "Your services renew automatically on {date}, and your coupon no longer applies then: the price changes from {before} to {after}.",
  button: CANCEL_SERVICES,
};

export const RENEWAL_RECEIPT: EmailWords = {
  name: "renewal-receipt",
  title: "Receipt of a renewal",
  placeholders: ["reference"],
  subject: "Receipt for your renewal ({reference})",
  opening: "Thank you. Your services have been renewed.",
  button: SEE_ORDER,
};

export const CHARGE_FAILED: EmailWords = {
  name: "charge-failed",
  title: "Charge failed",
  placeholders: ["reference"],
  subject: "We could not charge your card ({reference})",
  opening:
    "The renewal of your services could not be paid: your bank declined the charge. We try again in the next days.",
  note: "Please check with your bank, or set another card on your order page. Your services continue meanwhile.",
  button: "Update your card",
};

export const CANCELLATION_CONFIRMED: EmailWords = {
  name: "cancellation-confirmed",
  title: "Cancellation",
  placeholders: ["reference", "until"],
  subject: "Your cancellation is confirmed ({reference})",
  opening: "You cancelled your services. They do not renew.",
  otherOpening: { when: "we cancelled", text: "We cancelled your services. They do not renew." },
  note: 'Changed your mind? Until {until} you can keep your services: press "Keep my services" on your order page.',
  button: "See or undo the cancellation",
  otherButton: { when: "it is too late to undo it", text: SEE_ORDER },
};

export const CANCELLATION_REVOKED: EmailWords = {
  name: "cancellation-revoked",
  title: "Cancellation undone",
  placeholders: ["reference"],
  subject: "Your services continue ({reference})",
  opening: "The cancellation was undone. Your services continue and renew as before.",
  button: SEE_ORDER,
};

export const SERVICES_ENDED: EmailWords = {
  name: "services-ended",
  title: "Services ended",
  placeholders: ["reference"],
  subject: "Your services have ended ({reference})",
  opening: "Your services have ended as cancelled and do not renew. Thank you for working with us.",
  otherOpening: {
    when: "a renewal was not paid",
    text: "Your services have ended, because their renewal could not be paid. Your card is not charged again.",
  },
  button: SEE_ORDER,
};

export const REFUND_ISSUED: EmailWords = {
  name: "refund-issued",
  title: "Refund",
  placeholders: ["reference"],
  subject: "We refunded a payment ({reference})",
  opening: "We refunded a payment to your card. Banks usually take 5 to 10 days to show it.",
  otherOpening: { when: "it was not paid by card", text: "We refunded a payment to you." },
  button: SEE_ORDER,
};

export const ORDER_NOTICE: EmailWords = {
  name: "order-notice",
  title: "To admins: an order",
  placeholders: NOTICE_PLACEHOLDERS,
  subject: "{status} order ({reference})",
  opening: "A new order came in.",
  button: NOTICE_BUTTON,
};

export const CONTRACT_NOTICE: EmailWords = {
  name: "contract-notice",
  title: "To admins: an event of a contract",
  placeholders: ["what", "reference", "name"],
  subject: "{what} ({reference})",
  opening: "{what}.",
  button: "Open it in the admin pages",
};

export const CONTRACT_EMAIL_WORDS: readonly EmailWords[] = [
  ORDER_RECEIPT,
  ORDER_LINK,
  CONTRACT_LINK,
  INVOICE_ISSUED,
  INVOICE_REMINDER,
  PAYMENT_RECEIVED,
  INVOICE_VOIDED,
  CREDIT_NOTE,
  RENEWAL_REMINDER,
  PRICE_CHANGE,
  RENEWAL_RECEIPT,
  CHARGE_FAILED,
  CANCELLATION_CONFIRMED,
  CANCELLATION_REVOKED,
  SERVICES_ENDED,
  REFUND_ISSUED,
  ORDER_NOTICE,
  CONTRACT_NOTICE,
];
