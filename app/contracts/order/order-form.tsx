import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import type { CardConfig } from "../../model/contracts/card.ts";
import { offerTotals, type OfferView } from "../../model/contracts/offer.ts";
import { priceOrder } from "../../model/contracts/pricing.ts";
import { selectedServices } from "../../model/contracts/services.ts";
import { readTax } from "../../model/contracts/tax.ts";
import { SpamFields } from "../../submissions/spam/spam-fields.tsx";
import { OtherTabNote } from "../../ui/other-tab-note.tsx";
import { Progress } from "../../ui/progress.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useOpenErrors } from "../../ui/use-open-errors.ts";
import { useSteps } from "../../ui/use-steps.ts";
import { CheckOrder } from "./check-order.tsx";
import { ContactStep } from "./contact-step.tsx";
import type { OrderResult } from "./contract-action.ts";
import { COUPON_FIELD, CouponField, useCoupon } from "./coupon-field.tsx";
import { billingIn, choiceFor, choicesIn, defaultsFrom, textIn, type OrderFormShape } from "./form-values.ts";
import { locateProblem } from "./locate-error.ts";
import { OfferServices } from "./offer-screen.tsx";
import { OrderAlert, OrderSuccess } from "./order-alerts.tsx";
import type { OrderPage } from "./order-query.ts";
import { OrderStep, StepButtons } from "./order-steps.tsx";
import { PaymentStep, preloadCardForm } from "./payment-step.tsx";
import { ServicesStep, WishField } from "./services-step.tsx";
import { preloadSignaturePad, SignatureField } from "./signature-field.tsx";
import { TotalsBar, TotalsCard } from "./totals-card.tsx";
import { useLiveOrder, useFinish, useRejection } from "./use-order-form.ts";
import { useOrder, type CardHandle } from "./use-order.ts";

/** A form that was posted without scripts, and its result. */
export interface PostedOrder {
  outcome: OrderResult;
  fields: [name: string, value: string][];
}

export interface OrderFormProps {
  page: OrderPage;
  card: CardConfig | null;
  payee: string;
  /** Key under which the draft is stored in the browser. */
  draftKey: string;
  /** The draft, or the form that was posted without scripts. */
  draft: FormData | null;
  /** Whether the visitor has cleared the form before it (`useSteps`). */
  isCleared: boolean;
  submissionId: string;
  orderSecret: string;
  /** Replaces the catalogue in a contract that was made for this client. */
  offer: OfferView | undefined;
  /** The result of a form that was posted without scripts. */
  posted: PostedOrder | undefined;
  onEdit: (form: FormData) => void;
  onDone: () => void;
}

export const ORDER_FORM = "order";

const TITLES = ["Services", "Contact Information", "Payment"] as const;

export function OrderForm(props: OrderFormProps) {
  const { page, offer, draft } = props;
  const [defaults] = useState(() => defaultsFrom(draft));
  const hydrated = useHydrated();
  const steps = useSteps(TITLES.length, props.isCleared);
  const formRef = useRef<HTMLFormElement>(null);
  const card = useRef<CardHandle | null>(null);
  const order = useOrder(() => card.current);
  const { choices, method, zip, agreed, onInput } = useLiveOrder(draft, props);
  /** The result after which the visitor has edited something: its message is no longer shown. */
  const [readReply, setReadReply] = useState<object>();
  const couponEntry = useCoupon(textIn(draft, "couponCode"));
  const coupon = offer ? offer.coupon : couponEntry.coupon;
  // Before the payment step nobody has chosen how to pay.
  const byInvoice = method === "invoice" && steps.step === TITLES.length;
  const totals = offer
    ? offerTotals(offer)
    : priceOrder(page.catalogue, choices, [], coupon, readTax(page.payment?.tax));
  const rejected = order.state.phase === "rejected" ? order.state : null;
  const outcome = rejected?.outcome ?? props.posted?.outcome;
  const { result, clear } = useOpenErrors(outcome?.status === "invalid" ? outcome.result : undefined);
  const errorOf = (name: string) => result.error?.[name]?.[0];

  const [form, fields] = useForm<OrderFormShape>({
    id: ORDER_FORM,
    defaultValue: defaults,
    lastResult: result,
    onSubmit(event, { formData }) {
      event.preventDefault();
      if (!couponEntry.settled()) return document.getElementById(COUPON_FIELD)?.focus();
      const { name, email } = billingIn(formData);
      void order.submit(formData, {
        name,
        email,
        services: selectedServices(offer ? offer.choices : choicesIn(formData)),
        ...(offer ? { offer: offer.token } : {}),
      });
    },
  });

  const billing = useCallback(
    // A restored draft may open at the payment step before the form is mounted.
    () => billingIn(formRef.current ? new FormData(formRef.current) : (draft ?? new FormData())),
    [draft],
  );
  const setCard = useCallback((handle: CardHandle | null) => {
    card.current = handle;
  }, []);

  useFinish(order.state, props.onDone);
  useEffect(() => {
    if (steps.step < TITLES.length - 1) return;
    if (props.card) void preloadCardForm();
    if (page.features.signature !== "off") void preloadSignaturePad();
  }, [steps.step, props.card, page.features.signature]);
  useRejection(rejected, steps, couponEntry.replace);

  // Applying or removing a coupon sends no input event that would save the draft.
  const { onEdit } = props;
  const code = couponEntry.coupon?.code ?? "";
  const savedCode = useRef(code);
  useEffect(() => {
    if (code === savedCode.current || !formRef.current) return;
    savedCode.current = code;
    onEdit(new FormData(formRef.current));
  }, [code, onEdit]);

  const step = (number: number) => ({
    number,
    title: TITLES[number - 1] ?? "",
    hidden: hydrated && steps.step !== number,
    headingRef: steps.step === number ? steps.headingRef : null,
  });
  const reply = rejected ?? outcome;
  const message = reply && "message" in reply && reply !== readReply ? reply.message : "";

  function acted(name: string) {
    clear(name);
    setReadReply(reply);
  }

  function edited(event: FormEvent<HTMLFormElement>) {
    acted((event.target as HTMLInputElement).name);
    onInput(event);
  }

  return (
    <Form
      {...getFormProps(form)}
      ref={formRef}
      method="post"
      data-draft={props.draftKey}
      onInput={edited}
      className="order-layout"
    >
      <div className="min-w-0">
        {/* Without scripts there are no steps. Where they run its place is kept before they do, so that nothing moves. */}
        <div className="hidden scripted:block">
          <Progress step={steps.step} of={TITLES.length} title={TITLES[steps.step - 1] ?? ""} />
        </div>
        <OrderAlert
          message={message}
          place={reply ? locateProblem(reply) : null}
          attempt={rejected?.attempt}
          step={steps.step}
          onGo={steps.go}
        />
        <input type="hidden" name="submissionId" value={props.submissionId} />
        <input type="hidden" name="orderSecret" value={props.orderSecret} />
        {offer ? <input type="hidden" name="edition" value={offer.edition} /> : <SpamFields />}
        <input type="hidden" name="shownPolicy" value={page.policyHash} />
        {hydrated ? <input type="hidden" name="shownTotal" value={totals.totalCents} /> : null}
        <OrderStep {...step(1)}>
          {offer ? (
            <OfferServices offer={offer} totals={totals} />
          ) : (
            <ServicesStep
              catalogue={page.catalogue}
              chosen={(id) => choiceFor(id, draft)}
              choices={choices}
              errorOf={errorOf}
              errorId="order-services-error"
              tax={totals.tax}
            />
          )}
          {page.features.customServices && !offer ? <WishField initial={textIn(draft, "wish")} /> : null}
        </OrderStep>
        <OrderStep {...step(2)}>
          <ContactStep field={fields.contactInfo} />
        </OrderStep>
        <OrderStep {...step(3)}>
          {hydrated && steps.step === TITLES.length ? (
            <CheckOrder
              totals={totals}
              coupon={coupon}
              byInvoice={byInvoice}
              today={page.today}
              chosen={!offer}
              onGo={(to, name) => steps.go(to, name ? { id: `order-${name}` } : {})}
            />
          ) : null}
          <PaymentStep
            method={method}
            card={props.card}
            payee={props.payee}
            page={page}
            agree={fields.agreedToTerms}
            totals={totals}
            billing={billing}
            active={hydrated && steps.step === TITLES.length}
            zipFromContact={zip}
            cardError={rejected?.cardError}
            cardErrors={rejected?.cardErrors ?? {}}
            onHandle={setCard}
            coupon={
              page.features.coupons && !offer ? (
                <CouponField entry={couponEntry} scripted={hydrated} postedError={errorOf("couponCode")} />
              ) : null
            }
            signature={
              <SignatureField
                mode={offer && page.features.signature !== "off" ? "required" : page.features.signature}
                initial={textIn(draft, "signature")}
                error={errorOf("signature")}
                onSigned={() => acted("signature")}
              />
            }
          />
        </OrderStep>
        <OtherTabNote draftKey={props.draftKey} className="mt-10" />
        <StepButtons
          step={steps.step}
          last={TITLES.length}
          scripted={hydrated}
          busy={order.state.phase === "submitting"}
          byCard={method === "stripe"}
          agreed={agreed}
          onNext={steps.next}
          onBack={steps.previous}
        />
        <OrderSuccess shown={order.state.phase === "done"} />
      </div>
      <TotalsCard totals={totals} coupon={coupon} byInvoice={byInvoice} today={page.today} />
      <TotalsBar totals={totals} byInvoice={byInvoice} />
    </Form>
  );
}
