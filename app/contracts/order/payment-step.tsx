import { useState, type ReactNode } from "react";
import { textField, useEditable } from "../../content/editable.ts";
import { PortableText } from "../../content/portable-text.tsx";
import { useTexts } from "../../content/use-texts.ts";
import type { CardConfig } from "../../model/contracts/card.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { PAY_BY_NAMES, payTermsOf } from "../../model/contracts/pay-by.ts";
import type { OrderTotals } from "../../model/contracts/pricing.ts";
import ORDER_FORM from "../../model/texts/order-form.json" with { type: "json" };
import { fillIn } from "../../model/texts/texts.ts";
import type { AnyField } from "../../ui/field-parts.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import { BillingFields } from "./billing-fields.tsx";
import type { CardProblem } from "./card-form.tsx";
import { InvoiceTerms, RenewalDisclosure } from "./disclosures.tsx";
import type { Billing } from "./form-values.ts";
import type { OrderPage } from "./order-query.ts";
import type { CardErrors, CardHandle } from "./use-order.ts";

const CardForm = lazyPart(
  () => import("./card-form.tsx"),
  (module) => module.CardForm,
  {
    waiting: <p role="status">Loading the card form...</p>,
    missing: missingPart(contractMessages.cardFormMissing),
  },
);

/** Loads the card form's code one step before it is shown. Nothing of Stripe is loaded yet. */
export const preloadCardForm = CardForm.preload;

export interface PaymentStepProps {
  method: "invoice" | "stripe";
  /** Null where no card can be taken: none is offered then. */
  card: CardConfig | null;
  payee: string;
  page: OrderPage;
  agree: AnyField;
  totals: OrderTotals;
  billing: () => Billing;
  /** The card form loads only once this step is shown. */
  active: boolean;
  zipFromContact: string;
  cardError: string | undefined;
  cardErrors: CardErrors;
  onHandle: (handle: CardHandle | null) => void;
  coupon: ReactNode;
  signature: ReactNode;
}

/** What stands in place of the choice where no card can be taken. */
function InvoiceOnly({ means }: { means: string }) {
  const texts = useTexts(ORDER_FORM);
  const edit = useEditable();
  return (
    <div>
      <p className="mb-2 font-semibold text-ink" {...edit(textField(ORDER_FORM, "methodHeading"))}>
        {texts.methodHeading}
      </p>
      <p className="leading-6">
        {texts.invoice}
        <span className="block text-sm text-ink-faint" {...edit(textField(ORDER_FORM, "invoiceNote"))}>
          {fillIn(texts.invoiceNote, { means })}
        </span>
      </p>
      <input type="hidden" name="paymentMethod" value="invoice" />
    </div>
  );
}

function MethodChoice({ method, means }: Pick<PaymentStepProps, "method"> & { means: string }) {
  const texts = useTexts(ORDER_FORM);
  const edit = useEditable();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-ink" {...edit(textField(ORDER_FORM, "methodHeading"))}>
        {texts.methodHeading}
      </legend>
      {(
        [
          ["invoice", "invoice", "invoiceNote"],
          ["stripe", "card", "cardNote"],
        ] as const
      ).map(([value, label, note]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
          <input
            type="radio"
            name="paymentMethod"
            value={value}
            defaultChecked={method === value}
            className="choice-control"
          />
          <span className="leading-6">
            {texts[label]}
            <span className="block text-sm text-ink-faint" {...edit(textField(ORDER_FORM, note))}>
              {fillIn(texts[note], { means })}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Says what a visitor can do; the owner finds the reason in the log. */
function CardUnavailable({ problem }: { problem: CardProblem }) {
  const { cardBlocked, cardUnavailable } = contractMessages;
  return <FormStatus tone="error">{problem === "blocked" ? cardBlocked : cardUnavailable}</FormStatus>;
}

const TEST_CARDS = [
  ["4242 4242 4242 4242", "is paid"],
  ["4000 0000 0000 0002", "is declined"],
  ["4000 0000 0000 9995", "has insufficient funds"],
  ["4000 0027 6000 3184", "asks for 3-D Secure"],
] as const;

function TestPayments() {
  return (
    <div className="rounded-xl border border-dashed border-edge p-5">
      <p>
        <strong className="text-ink">Test payments.</strong> No money moves. Use one of these card numbers:
      </p>
      <ul className="mt-2 grid gap-1">
        {TEST_CARDS.map(([number, outcome]) => (
          <li key={number}>
            <span className="figures whitespace-nowrap text-ink">{number}</span> {outcome}
          </li>
        ))}
      </ul>
    </div>
  );
}

function CardPayment(props: PaymentStepProps & { card: CardConfig }) {
  const [problem, setProblem] = useState<CardProblem>();
  const [known] = useState(props.billing);
  if (problem) return <CardUnavailable problem={problem} />;
  return (
    <div className="grid gap-6">
      {props.card.test ? <TestPayments /> : null}
      <BillingFields known={known} zipFromContact={props.zipFromContact} errors={props.cardErrors} />
      <CardForm
        config={props.card}
        billing={props.billing}
        onHandle={props.onHandle}
        onUnavailable={setProblem}
      />
      {props.cardError ? (
        <p id="card-error" className="font-semibold text-danger">
          {props.cardError}
        </p>
      ) : null}
    </div>
  );
}

/**
 * Step 3: policy, payment method and agreement. The renewal disclosure is next to the consent, and both come before the card
 * details (docs/decisions.md, "Contract").
 */
export function PaymentStep(props: PaymentStepProps) {
  const { page, totals } = props;
  const byCard = props.method === "stripe";
  const means = PAY_BY_NAMES[payTermsOf(page.payment).payBy];
  return (
    <div className="grid gap-8">
      {props.coupon}
      <div>
        <h3 id="order-policy" className="mb-3 text-lg font-semibold text-ink">
          {page.policy?.title ?? "Terms and conditions"}
        </h3>
        <ScrollRegion labelledBy="order-policy" className="policy-scroll">
          {page.policy?.body ? <PortableText value={page.policy.body} under={3} /> : null}
        </ScrollRegion>
      </div>
      {props.signature}
      {props.card ? <MethodChoice method={props.method} means={means} /> : <InvoiceOnly means={means} />}
      {byCard ? (
        <RenewalDisclosure totals={totals} today={page.today} />
      ) : (
        <InvoiceTerms payee={props.payee} payment={page.payment} />
      )}
      {/* Another policy is not agreed to. */}
      <Checkbox
        key={page.policyHash}
        field={props.agree}
        label="I have read the policy above and agree to the terms and conditions"
      />
      {byCard && props.active && props.card ? <CardPayment {...props} card={props.card} /> : null}
    </div>
  );
}
