import { getFormProps, useForm, type DefaultValue } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useCallback, useRef, useState, type FormEvent } from "react";
import { PortableText } from "../content/portable-text.tsx";
import type { OrderPageData } from "../content/queries/order.ts";
import { FormStatus } from "../ui/form-status.tsx";
import { Progress } from "../ui/progress.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { useSteps } from "../ui/use-steps.ts";
import { ContactStep } from "./contact-step.tsx";
import type { OrderFormShape } from "./form-shape.ts";
import { choiceFor, choicesIn, servicesIn, textIn } from "./form-values.ts";
import type { CardConfig } from "./load-stripe.ts";
import { contractMessages } from "./messages.ts";
import type { OrderOutcome } from "./order-outcome.ts";
import { PaymentStep } from "./payment-step.tsx";
import { priceOrder, type ServiceChoice } from "./pricing.ts";
import { ServicesStep } from "./services-step.tsx";
import type { SignatureMode } from "./signature.ts";
import { SignatureField } from "./signature-field.tsx";
import { StepButtons } from "./step-buttons.tsx";
import { TotalsBar, TotalsCard } from "./totals-card.tsx";
import { useOrder, type CardHandle } from "./use-order.ts";
import { useFinish } from "./use-finish.ts";
import { useRefusal } from "./use-refusal.ts";

/** What was posted without scripts, and what the server said to it. */
export interface PostedOrder {
  outcome: OrderOutcome;
  fields: [name: string, value: string][];
}

export interface OrderFormProps {
  page: OrderPageData;
  card: CardConfig | null;
  payee: string;
  signature: SignatureMode;
  defaults: DefaultValue<OrderFormShape>;
  initialChoices: readonly ServiceChoice[];
  initialMethod: "invoice" | "stripe";
  initialSignature: string;
  submissionId: string;
  /** The server's answer to a form that was posted without scripts. */
  posted: PostedOrder | undefined;
  onEdit: (form: FormData) => void;
  onDone: () => void;
}

const TITLES = ["Services", "Contact Information", "Payment"] as const;

export function OrderForm(props: OrderFormProps) {
  const { page } = props;
  const hydrated = useHydrated();
  const steps = useSteps(TITLES.length);
  const formRef = useRef<HTMLFormElement>(null);
  const card = useRef<CardHandle | null>(null);
  const order = useOrder(() => card.current);
  const [choices, setChoices] = useState(props.initialChoices);
  const [method, setMethod] = useState(props.initialMethod);
  const [zip, setZip] = useState(props.defaults?.contactInfo?.address?.zipCode ?? "");
  const [agreed, setAgreed] = useState(false);
  const totals = priceOrder(page.catalogue, choices);
  const refused = order.state.phase === "refused" ? order.state : null;
  const outcome = refused?.outcome ?? props.posted?.outcome;
  const invalid = outcome?.status === "invalid" ? outcome : null;

  const [form, fields] = useForm<OrderFormShape>({
    id: "order",
    defaultValue: props.defaults,
    ...(invalid ? { lastResult: invalid.result } : {}),
    onSubmit(event, { formData }) {
      event.preventDefault();
      const contact = `${textIn(formData, "contactInfo.firstName")} ${textIn(formData, "contactInfo.lastName")}`;
      void order.submit(formData, {
        email: textIn(formData, "card.email") || textIn(formData, "contactInfo.email"),
        name: textIn(formData, "card.name") || contact,
        services: servicesIn(formData),
      });
    },
  });

  const billing = useCallback(() => {
    const data = formRef.current ? new FormData(formRef.current) : new FormData();
    const full = `${textIn(data, "contactInfo.firstName")} ${textIn(data, "contactInfo.lastName")}`.trim();
    return {
      name: data.has("card.name") ? textIn(data, "card.name") : full,
      email: textIn(data, data.has("card.email") ? "card.email" : "contactInfo.email"),
      postalCode: textIn(data, "card.zip"),
    };
  }, []);
  const setCard = useCallback((handle: CardHandle | null) => {
    card.current = handle;
  }, []);

  useFinish(order.state, props.onDone);
  useRefusal(refused, steps.go);

  function onInput(event: FormEvent<HTMLFormElement>) {
    const data = new FormData(event.currentTarget);
    setChoices(choicesIn(data));
    setMethod(data.get("paymentMethod") === "stripe" ? "stripe" : "invoice");
    setZip(textIn(data, "contactInfo.address.zipCode"));
    setAgreed(data.get("agreedToTerms") === "on");
    props.onEdit(data);
  }

  const hide = (step: number) => hydrated && steps.step !== step;
  const message = refused?.message ?? (outcome && "message" in outcome ? outcome.message : "");

  return (
    <Form {...getFormProps(form)} ref={formRef} method="post" onInput={onInput} className="order-layout">
      <div className="min-w-0">
        {hydrated ? (
          <Progress step={steps.step} of={TITLES.length} title={TITLES[steps.step - 1] ?? ""} />
        ) : null}
        <FormStatus tone="error" attempt={refused?.attempt} className="mt-6">
          {message}
        </FormStatus>
        <input type="hidden" name="submissionId" value={props.submissionId} readOnly />
        {hydrated ? <input type="hidden" name="claimedTotal" value={totals.totalCents} readOnly /> : null}
        {TITLES.map((title, index) => (
          <section
            key={title}
            hidden={hide(index + 1)}
            aria-labelledby={`step-${index + 1}`}
            className="mt-8"
          >
            <h2
              id={`step-${index + 1}`}
              ref={steps.step === index + 1 ? steps.headingRef : null}
              tabIndex={-1}
              className="mb-6 text-2xl outline-none"
            >
              {title}
            </h2>
            {index === 0 ? (
              <ServicesStep
                catalogue={page.catalogue}
                chosen={(id) => choiceFor(id, props.initialChoices)}
                error={invalid?.result.error?.["services"]?.[0]}
                errorId="order-services-error"
              />
            ) : null}
            {index === 1 ? <ContactStep field={fields.contactInfo} /> : null}
            {index === 2 ? (
              <PaymentStep
                method={method}
                card={props.card}
                payee={props.payee}
                chequeInstructions={page.chequeInstructions}
                policy={page.policy ? <PortableText value={page.policy.body} /> : null}
                policyLabel={page.policy?.title ?? "Terms and conditions"}
                agree={fields.agreedToTerms}
                totals={totals}
                billing={billing}
                active={hydrated && steps.step === 3}
                zipFromContact={zip}
                cardError={refused?.cardError}
                cardErrors={refused?.cardErrors ?? {}}
                onHandle={setCard}
                signature={
                  <SignatureField
                    mode={props.signature}
                    initial={props.initialSignature}
                    error={invalid?.result.error?.["signature"]?.[0]}
                  />
                }
              />
            ) : null}
          </section>
        ))}
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
        <FormStatus tone="success" className="mt-6">
          {order.state.phase === "done" ? contractMessages.success : null}
        </FormStatus>
      </div>
      <TotalsCard totals={totals} />
      <TotalsBar totals={totals} />
    </Form>
  );
}
