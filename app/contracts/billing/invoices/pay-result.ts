/** What is said about paying an invoice by card; `settled`: there is nothing more to pay. */
export type PayResult = "paid" | "unknown" | "settled" | "failed" | "too-many" | "ended";

/** The value of `intent` that pays all open invoices of an order at once. */
export const PAY_ALL = "pay-all";

/** The query parameter with which Stripe's page leads back to the invoice, or to the order. */
export const PAID_PARAM = "paid";

/** Its value when the client comes back, and after the payment was looked up. */
export const PAID = { returned: "returned", checked: "checked" } as const;
