import { NOTICE_PLACEHOLDERS, type EmailWords } from "../../content/email-words.ts";
import { contractMessages } from "../messages.ts";

export const ORDER_RECEIPT: EmailWords = {
  name: "order-receipt",
  title: "Receipt of an order",
  placeholders: ["reference"],
  subject: "We received your order ({reference})",
  opening: contractMessages.success,
};

export const ORDER_LINK: EmailWords = {
  name: "order-link",
  title: "New link to an order",
  placeholders: ["reference"],
  subject: "Your new order link ({reference})",
  opening: "Somebody opened an old link to your order and asked for a new one. It is valid for 90 days.",
};

export const CONTRACT_LINK: EmailWords = {
  name: "contract-link",
  title: "Link to a contract",
  placeholders: ["publicUrl"],
  subject: "Your contract is ready",
  opening:
    "Your contract with us is ready at {publicUrl}. Over the link below you can read it, sign it and choose how to pay.",
};

export const INVOICE_ISSUED: EmailWords = {
  name: "invoice-issued",
  title: "Invoice",
  placeholders: ["number", "reference"],
  subject: "Invoice {number} ({reference})",
};

export const INVOICE_REMINDER: EmailWords = {
  name: "invoice-reminder",
  title: "Reminder of an invoice",
  placeholders: ["number", "reference", "date"],
  subject: "Reminder: invoice {number} is overdue ({reference})",
  opening:
    "Invoice {number} was due on {date} and we have not received all of it yet. If your payment is on its way, please ignore this reminder.",
};

export const PAYMENT_RECEIVED: EmailWords = {
  name: "payment-received",
  title: "Payment received",
  placeholders: ["number", "reference"],
  subject: "We received your payment for invoice {number} ({reference})",
};

export const INVOICE_VOIDED: EmailWords = {
  name: "invoice-voided",
  title: "Invoice cancelled",
  placeholders: ["number", "reference"],
  subject: "Invoice {number} was cancelled ({reference})",
  opening: "We cancelled invoice {number}. You do not need to pay it.",
};

export const CREDIT_NOTE: EmailWords = {
  name: "credit-note",
  title: "Credit note",
  placeholders: ["number", "reference"],
  subject: "Credit note {number} ({reference})",
};

export const RENEWAL_REMINDER: EmailWords = {
  name: "renewal-reminder",
  title: "Reminder of a renewal",
  placeholders: ["date", "reference"],
  subject: "Your services renew on {date} ({reference})",
  opening: "Your services renew automatically on {date}. If you want to keep them, there is nothing to do.",
};

export const PRICE_CHANGE: EmailWords = {
  name: "price-change",
  title: "Change of a price",
  placeholders: ["date", "reference"],
  subject: "The price of your services changes on {date} ({reference})",
};

export const RENEWAL_RECEIPT: EmailWords = {
  name: "renewal-receipt",
  title: "Receipt of a renewal",
  placeholders: ["reference"],
  subject: "Receipt for your renewal ({reference})",
  opening: "Thank you. Your services have been renewed.",
};

export const CHARGE_FAILED: EmailWords = {
  name: "charge-failed",
  title: "Charge failed",
  placeholders: ["reference"],
  subject: "We could not charge your card ({reference})",
  opening:
    "The renewal of your services could not be paid: your bank declined the charge. We try again in the next days.",
};

export const CANCELLATION_CONFIRMED: EmailWords = {
  name: "cancellation-confirmed",
  title: "Cancellation",
  placeholders: ["reference"],
  subject: "Your cancellation is confirmed ({reference})",
};

export const CANCELLATION_REVOKED: EmailWords = {
  name: "cancellation-revoked",
  title: "Cancellation undone",
  placeholders: ["reference"],
  subject: "Your services continue ({reference})",
  opening: "The cancellation was undone. Your services continue and renew as before.",
};

export const SERVICES_ENDED: EmailWords = {
  name: "services-ended",
  title: "Services ended",
  placeholders: ["reference"],
  subject: "Your services have ended ({reference})",
};

export const REFUND_ISSUED: EmailWords = {
  name: "refund-issued",
  title: "Refund",
  placeholders: ["reference"],
  subject: "We refunded a payment ({reference})",
};

export const ORDER_NOTICE: EmailWords = {
  name: "order-notice",
  title: "To admins: an order",
  placeholders: NOTICE_PLACEHOLDERS,
  subject: "{status} order ({reference})",
  opening: "A new order came in.",
};

export const CONTRACT_NOTICE: EmailWords = {
  name: "contract-notice",
  title: "To admins: an event of a contract",
  placeholders: ["what", "reference", "name"],
  subject: "{what} ({reference})",
  opening: "{what}.",
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
