import { getFormProps, useForm, type FieldMetadata, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { formatCents, typedAmount, type Cents } from "../../../model/contracts/money.ts";
import type { InvoiceItem } from "../../../model/contracts/invoice-state.ts";
import { LOCALE } from "../../../model/locale.ts";

export interface RefusedForm {
  intent: string;
  number: string;
  result: SubmissionResult;
  /** Of a payment: what of it is more than the invoice needs. */
  surplusCents?: Cents | undefined;
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
  /** Of the button, and whether that ends the invoice. */
  button: string;
  isFinal?: boolean;
  children: (fields: { [Name in keyof Shape]: FieldMetadata<string> }) => ReactNode;
}

/** A form under its own heading, which opens without scripts too. */
function InvoiceForm<Shape extends Record<string, string>>({
  intent,
  title,
  props: { invoice, nonce, rev, refused },
  values,
  button,
  isFinal = false,
  children,
}: InvoiceFormProps<Shape>) {
  const mine = refused?.intent === intent && refused.number === invoice.number;
  const [form, fields] = useForm<Shape>({
    id: `${intent}-${invoice.number}`,
    lastResult: mine ? (refused.result as SubmissionResult<string[]>) : null,
    defaultValue: values as never,
  });
  return (
    <details open={mine} className="border-t border-line">
      <summary className="py-3 font-semibold text-accent">
        {title} <span className="sr-only">{invoice.number}</span>
      </summary>
      <Form method="post" {...getFormProps(form)} className="grid gap-5 pt-2 pb-5">
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="number" value={invoice.number} />
        <input type="hidden" name="nonce" value={nonce} />
        <input type="hidden" name="rev" value={rev} />
        {children(fields as never)}
        <div>
          <Button type="submit" {...(isFinal ? { variant: "danger" } : {})}>
            {button}
          </Button>
        </div>
      </Form>
    </details>
  );
}

const AMOUNT = { inputMode: "decimal", autoComplete: "off" } as const;

/** Lists the other open invoices that an overpayment covers, oldest first (`INV-2027-0002 ($52.00)`), and the remainder. */
function spreadText(others: readonly InvoiceItem[], surplusCents: Cents): string {
  let left = surplusCents;
  const paid = others.flatMap(({ number, openCents }) => {
    const cents = Math.min(left, openCents);
    left -= cents;
    return cents > 0 ? [`${formatCents(cents)} for ${number}`] : [];
  });
  return [...paid, ...(left > 0 ? [`${formatCents(left)} for the next invoices`] : [])].join(", ");
}

/** `others`: the other invoices of the contract, the oldest first. */
export function ReceiveForm(props: FormsProps & { others: readonly InvoiceItem[] }) {
  const { invoice, today, refused } = props;
  const surplus = refused?.number === invoice.number ? (refused.surplusCents ?? 0) : 0;
  const values = { amount: typedAmount(invoice.openCents), receivedOn: today, cheque: "" };
  return (
    <InvoiceForm
      intent="receive"
      title="Mark as received"
      props={props}
      values={values}
      button="Mark as received"
    >
      {(fields) => (
        <>
          <div className="grid gap-5 sm:grid-cols-[1fr_1fr_1.4fr]">
            <Field field={fields.amount} label={`Amount in ${LOCALE.currencyName}`} inputProps={AMOUNT} />
            <Field field={fields.receivedOn} label="Received on" type="date" inputProps={{ max: today }} />
            <Field
              field={fields.cheque}
              label="Cheque number"
              optional
              inputProps={{ autoComplete: "off", maxLength: 40 }}
            />
          </div>
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
              This is {formatCents(surplus)} more than the invoice needs: keep it as a credit (
              {spreadText(props.others, surplus)}).
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

/** Ends an invoice that nothing was paid of. Its number stays taken. */
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
          hint="Kept in the contract's history."
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
