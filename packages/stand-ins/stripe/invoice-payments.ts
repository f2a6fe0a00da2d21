import { newId, type StripeObject, type StripeState } from "./state.ts";

interface InvoicePayment {
  [field: string]: unknown;
  status: string;
  payment: { type: "payment_intent"; payment_intent: string };
}

export const paymentsOf = (invoice: StripeObject): InvoicePayment[] =>
  (invoice.payments as { data: InvoicePayment[] }).data;

export function addPayment(
  state: StripeState,
  invoice: StripeObject,
  intent: StripeObject,
  status: string,
): void {
  paymentsOf(invoice).push({
    id: newId("inpay"),
    object: "invoice_payment",
    created: state.now(),
    is_default: true,
    amount_requested: intent.amount,
    amount_paid: status === "paid" ? intent.amount : null,
    currency: intent.currency,
    invoice: invoice.id,
    livemode: false,
    status,
    payment: { type: "payment_intent", payment_intent: intent.id },
  });
}

/** Notes when an invoice came into a state. */
export function transition(state: StripeState, invoice: StripeObject, name: string): void {
  (invoice.status_transitions as Record<string, number | null>)[name] = state.now();
}

export function subscriptionOf(state: StripeState, invoice: StripeObject): StripeObject | undefined {
  const parent = invoice.parent as { subscription_details?: { subscription?: string } } | null;
  return state.find(parent?.subscription_details?.subscription ?? "", "subscription");
}

/** Marks an invoice paid. */
export function payInvoice(state: StripeState, invoice: StripeObject, intent: StripeObject): void {
  const known = paymentsOf(invoice).find(({ payment }) => payment.payment_intent === intent.id);
  if (known) Object.assign(known, { status: "paid", amount_paid: invoice.amount_due });
  else addPayment(state, invoice, intent, "paid");
  Object.assign(invoice, { status: "paid", attempted: true, next_payment_attempt: null });
  Object.assign(invoice, { amount_paid: invoice.amount_due, amount_remaining: 0 });
  transition(state, invoice, "paid_at");
  const subscription = subscriptionOf(state, invoice);
  if (subscription && ["incomplete", "past_due"].includes(String(subscription.status))) {
    subscription.status = "active";
    state.emit("customer.subscription.updated", subscription);
  }
  const settings = subscription?.payment_settings as { save_default_payment_method?: string } | undefined;
  if (subscription && settings?.save_default_payment_method === "on_subscription")
    subscription.default_payment_method = intent.payment_method ?? null;
  state.emit("invoice.paid", invoice);
}
