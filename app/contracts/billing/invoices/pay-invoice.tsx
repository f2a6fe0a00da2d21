import { Form } from "@remix-run/react";
import { formatCents, type Cents } from "../../../model/contracts/money.ts";
import { Button } from "../../../ui/button.tsx";
import { FormStatus } from "../../../ui/form-status.tsx";
import type { PayResult } from "./pay-result.ts";

const TEXTS: Record<PayResult, { tone: "success" | "error" | "info"; text: string }> = {
  paid: { tone: "success", text: "Thank you. Your payment was received." },
  unknown: {
    tone: "info",
    text: "Our payment provider has not confirmed a payment yet. If you have paid, this page shows it as soon as it does; please do not pay again.",
  },
  settled: { tone: "info", text: "There is nothing more to pay. Your card was not charged." },
  failed: {
    tone: "error",
    text: "We could not open the page to pay by card right now. Your card was not charged. Please try again in a moment.",
  },
  "too-many": {
    tone: "error",
    text: "There were too many requests from your connection. Please try again in a few minutes.",
  },
  ended: { tone: "error", text: "This link has ended. Please ask for a new one on the page of your order." },
};

interface PayInvoiceProps {
  payableCents: Cents;
  /** What the button says; it names the amount. */
  label?: string;
  /** Value of the form's `intent`, on a page that has other forms. */
  intent?: string;
  /** A new object for every attempt, so that it is announced again. */
  result: { payment: PayResult } | null;
  busy: boolean;
}

/** The button that pays what is open of an invoice, or of several, by card. Works without scripts. */
export function PayInvoice({
  payableCents,
  label = `Pay ${formatCents(payableCents)} by card`,
  intent,
  result,
  busy,
}: PayInvoiceProps) {
  const said = result && TEXTS[result.payment];
  return (
    <div className="print:hidden">
      <FormStatus tone={said?.tone ?? "info"} attempt={result} focused={!!said} className="mb-6">
        {said?.text}
      </FormStatus>
      {payableCents > 0 ? (
        // A full load: the card is entered on another site.
        <Form method="post" reloadDocument className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button
            type="submit"
            aria-disabled={busy}
            {...(intent === undefined ? {} : { name: "intent", value: intent })}
          >
            {label}
          </Button>
          <p className="text-sm text-ink-faint">
            You enter your card on a page of our payment provider, Stripe.
          </p>
        </Form>
      ) : null}
    </div>
  );
}
