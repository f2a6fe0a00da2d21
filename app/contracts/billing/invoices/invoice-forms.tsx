import { getFormProps, useForm, type FieldMetadata, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { InvoiceItem } from "../../../model/contracts/invoice-state.ts";
import { formatCents, typedAmount } from "../../../model/contracts/money.ts";
import { OWN_INVOICES } from "../../../model/contracts/own-invoices.ts";
import { BY_HAND_LABEL } from "../../../model/contracts/pay-by.ts";
import { LOCALE } from "../../../model/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { OLDEST, PREVIEW, type PaymentPreview } from "./payment-preview.ts";

export interface RefusedForm {
  intent: string;
  number: string;
  result: SubmissionResult;
  /** For a payment: which invoices it would pay. */
  preview?: PaymentPreview | null | undefined;
}

interface FormsProps {
  invoice: Pick<InvoiceItem, "number" | "openCents">;
  /** New with each load of the page, so that pressing a button twice counts once. */
  nonce: string;
  /** The revision of the contract that the page shows. */
  rev: string;
  /** Calendar date. */
  today: string;
  refused: RefusedForm | null;
}

interface InvoiceFormProps<Shape extends Record<string, string>> {
  intent: string;
  title: string;
  props: FormsProps;
  values: Shape;
  /** Values of the field `number`. Default: that of the invoice. Several need a field in `children`. */
  numbers?: readonly string[];
  /** The label of the button, or a button with the intent as its value. */
  button: ReactNode;
  /** Whether the change ends the invoice. */
  isFinal?: boolean;
  children: (fields: { [Name in keyof Shape]: FieldMetadata<string> }) => ReactNode;
}

/** A form under its own heading, which opens without scripts too. */
function InvoiceForm<Shape extends Record<string, string>>({
  intent,
  title,
  props: { invoice, nonce, rev, refused },
  numbers: given,
  values,
  button,
  isFinal = false,
  children,
}: InvoiceFormProps<Shape>) {
  const numbers = given ?? [invoice.number];
  const mine = refused?.intent === intent && numbers.includes(refused.number);
  const [form, fields] = useForm<Shape>({
    id: `${intent}-${invoice.number}`,
    lastResult: mine ? (refused.result as SubmissionResult<string[]>) : null,
    defaultValue: values as never,
  });
  return (
    <details open={mine} className="border-t border-line">
      <summary className="py-3 font-semibold text-accent">
        {title} {numbers.length === 1 ? <span className="sr-only">{numbers[0]}</span> : null}
      </summary>
      <Form method="post" {...getFormProps(form)} className="grid gap-5 pt-2 pb-5">
        {typeof button === "string" ? <input type="hidden" name="intent" value={intent} /> : null}
        {numbers.length === 1 ? <input type="hidden" name="number" value={numbers[0]} /> : null}
        <input type="hidden" name="nonce" value={nonce} />
        <input type="hidden" name="rev" value={rev} />
        {children(fields as never)}
        <div>
          {typeof button === "string" ? (
            <Button type="submit" {...(isFinal ? { variant: "danger" } : {})}>
              {button}
            </Button>
          ) : (
            button
          )}
        </div>
      </Form>
    </details>
  );
}

const AMOUNT = { inputMode: "decimal", autoComplete: "off" } as const;

function PreviewList({ preview }: { preview: PaymentPreview }) {
  const { amountCents, parts, leftCents, hasNextInvoice } = preview;
  return (
    <div className="rounded-lg bg-tint px-5 py-4">
      <p className="font-semibold text-ink">{formatCents(amountCents)} pays:</p>
      <ul className="mt-2 grid gap-1">
        {parts.map(({ invoice, amountCents: cents, openCents: open }) => (
          <li key={invoice}>
            <span className="figures">{formatCents(cents)}</span> for{" "}
            {invoice === OWN_INVOICES ? "what you have invoiced" : invoice} (
            {open > 0 ? `${formatCents(open)} still to pay` : "paid in full"})
          </li>
        ))}
        {leftCents > 0 ? (
          <li>
            <span className="figures">{formatCents(leftCents)}</span>{" "}
            {hasNextInvoice ? "for the next invoices" : "to be paid back: no further invoice follows"}
          </li>
        ) : null}
      </ul>
    </div>
  );
}

interface ReceiveFormProps extends FormsProps {
  /** The open invoices, oldest first. */
  choices?: readonly Pick<InvoiceItem, "number" | "openCents">[];
}

/** Records a payment. Shows first which invoices it would pay. */
export function ReceiveForm({ choices, ...props }: ReceiveFormProps) {
  const { invoice, today, refused } = props;
  const several = choices && choices.length > 1 ? choices : null;
  const numbers = several ? [OLDEST, ...several.map(({ number }) => number)] : [invoice.number];
  const preview = refused && numbers.includes(refused.number) ? (refused.preview ?? null) : null;
  const surplus = preview?.surplusCents ?? 0;
  const values = {
    amount: several ? "" : typedAmount(invoice.openCents),
    receivedOn: today,
    cheque: "",
    number: numbers[0] ?? "",
  };
  return (
    <InvoiceForm
      intent="receive"
      title="Mark as received"
      props={props}
      numbers={numbers}
      values={values}
      button={
        <Button
          // A new key mounts it again, so that `autoFocus` works for every preview.
          key={`${props.nonce} ${preview?.amountCents}`}
          type="submit"
          name="intent"
          value={preview ? "receive" : PREVIEW}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the next step after a preview
          autoFocus={preview !== null && surplus === 0}
        >
          {preview ? "Mark as received" : "See what it pays"}
        </Button>
      }
    >
      {(fields) => (
        <>
          <div className="grid items-end gap-5 sm:grid-cols-[1fr_1.4fr_1fr]">
            <Field field={fields.amount} label={`Amount in ${LOCALE.currencyName}`} inputProps={AMOUNT} />
            <Field
              field={fields.cheque}
              label={`${BY_HAND_LABEL} number`}
              optional
              inputProps={{ autoComplete: "off", maxLength: 40 }}
            />
            <Field field={fields.receivedOn} label="Received on" type="date" inputProps={{ max: today }} />
          </div>
          {several ? (
            <Select
              field={fields.number}
              label="For"
              options={[
                { value: OLDEST, label: "The oldest open invoices" },
                ...several.map(({ number, openCents }) => ({
                  value: number,
                  label: `${number}, ${formatCents(openCents)} still to pay`,
                })),
              ]}
            />
          ) : null}
          {preview ? (
            <>
              <input type="hidden" name="shownCents" value={preview.amountCents} />
              <PreviewList preview={preview} />
            </>
          ) : null}
          {surplus > 0 ? (
            <label className="flex items-start gap-3">
              <input
                type="checkbox"
                name="creditCents"
                value={surplus}
                // What is asked: the message above leads here.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                className="choice-control mt-0.5"
              />
              This is {formatCents(surplus)} more than{" "}
              {refused?.number === OLDEST ? "is open" : "the invoice needs"}: keep it as a credit
            </label>
          ) : null}
        </>
      )}
    </InvoiceForm>
  );
}

/** Takes a part of an invoice off, or the whole. */
export function CreditForm(props: FormsProps & { creditableCents: number }) {
  const values = { amount: typedAmount(props.invoice.openCents || props.creditableCents), reason: "" };
  return (
    <InvoiceForm
      intent="credit"
      title="Issue a credit note"
      props={props}
      values={values}
      button="Issue credit note"
    >
      {(fields) => (
        <div className="grid items-end gap-5 sm:grid-cols-[1fr_2fr]">
          <Field field={fields.amount} label={`Amount in ${LOCALE.currencyName}`} inputProps={AMOUNT} />
          <Field
            field={fields.reason}
            label="Reason"
            hint="The client reads it on the credit note."
            inputProps={{ autoComplete: "off", maxLength: 300 }}
          />
        </div>
      )}
    </InvoiceForm>
  );
}

/** Ends an invoice that nothing was paid of, and so an order that is not carried out. Its number stays taken. */
export function VoidForm(props: FormsProps) {
  return (
    <InvoiceForm
      intent="void"
      title="Void this invoice"
      props={props}
      values={{ reason: "" }}
      button="Void invoice"
      isFinal
    >
      {(fields) => (
        <Field
          field={fields.reason}
          label="Reason"
          hint="Kept in the contract's timeline. The client is told that there is nothing to pay."
          inputProps={{ autoComplete: "off", maxLength: 300 }}
        />
      )}
    </InvoiceForm>
  );
}

export function SendForm({ invoice, nonce }: Pick<FormsProps, "invoice" | "nonce">) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="number" value={invoice.number} />
      <input type="hidden" name="nonce" value={nonce} />
      <Button type="submit" variant="secondary" size="sm">
        Send again <span className="sr-only">{invoice.number}</span>
      </Button>
    </Form>
  );
}
