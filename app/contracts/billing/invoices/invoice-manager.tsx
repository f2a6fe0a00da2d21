import { CREDIT_LEFT } from "../../../model/contracts/account.ts";
import { EVENT_LABELS } from "../../../model/contracts/history.ts";
import type { InvoiceItem } from "../../../model/contracts/invoice-state.ts";
import { formatCents, type Cents } from "../../../model/contracts/money.ts";
import { OWN_INVOICES } from "../../../model/contracts/own-invoices.ts";
import { formatDay } from "../../../model/format.ts";
import { FormStatus } from "../../../ui/form-status.tsx";
import { HoldCard } from "./hold-card.tsx";
import { CreditForm, ReceiveForm, SendForm, VoidForm, type RefusedForm } from "./invoice-forms.tsx";
import { InvoiceList } from "./invoice-list.tsx";
import type { InvoicesPage, ManagerResult } from "./invoices.server.ts";

const RESULTS: Record<ManagerResult, string> = {
  received: "The payment is recorded.",
  void: "The invoice is void.",
  credited: "The credit note is issued.",
  sent: "The invoice is on its way to the client.",
  "invoices-paused": "The invoices are paused.",
  "invoices-continued": "The invoices go on.",
  "too-much": "That is more than is left on this invoice, so nothing is recorded yet.",
  conflict: "This contract was changed in the meantime, so nothing was done. Below you see how it stands.",
  closed: "This invoice does not take that change any more. Nothing was changed.",
  preview: "Nothing is recorded yet. See below what the payment pays, then mark it as received.",
  invalid: "Please correct the form below.",
};

/** What was done; the others say why it was not. */
const DONE = new Set<ManagerResult>([
  "received",
  "void",
  "credited",
  "sent",
  "invoices-paused",
  "invoices-continued",
]);

export const isDone = (result: ManagerResult): boolean => DONE.has(result);

export const isManagerResult = (value: unknown): value is ManagerResult =>
  typeof value === "string" && Object.hasOwn(RESULTS, value);

interface InvoiceManagerProps extends Omit<InvoicesPage, "id" | "client"> {
  /** Path of the page, above the pages of the invoices. */
  path: string;
  /** Whether the user may do more than record payments. */
  mayChange: boolean;
  result: ManagerResult | null;
  refused: RefusedForm | null;
}

type CardProps = Omit<
  InvoiceManagerProps,
  "invoices" | "result" | "creditCents" | "hasNextInvoice" | "hold" | "ownOpenCents"
> & {
  invoice: InvoiceItem;
};

function Amounts({ invoice }: { invoice: InvoiceItem }) {
  const { totalCents, receivedCents, fromCreditCents, creditedCents, openCents, dueOn } = invoice;
  const facts = [
    ["Total", formatCents(totalCents)],
    ...(creditedCents > 0 ? [["Credited", formatCents(creditedCents)]] : []),
    ["Paid", formatCents(receivedCents)],
    ...(fromCreditCents > 0 ? [[EVENT_LABELS["credit-used"], formatCents(fromCreditCents)]] : []),
    ["Still to pay", formatCents(openCents)],
    ["Due", formatDay(dueOn)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 py-4 sm:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-ink-faint">{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Card(props: CardProps) {
  const { invoice, path, canSend, mayChange, nonce } = props;
  const isOpen = invoice.openCents > 0;
  return (
    <li id={invoice.number} className="rounded-xl border border-line bg-surface px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <InvoiceList invoices={[invoice]} base={path} />
        </div>
        {mayChange && canSend && invoice.state !== "void" ? (
          <SendForm invoice={invoice} nonce={nonce} />
        ) : null}
      </div>
      {invoice.kind === "invoice" ? <Amounts invoice={invoice} /> : null}
      {mayChange && invoice.creditableCents > 0 ? (
        <CreditForm {...props} creditableCents={invoice.creditableCents} />
      ) : null}
      {mayChange && isOpen && invoice.receivedCents + invoice.fromCreditCents === 0 ? (
        <VoidForm {...props} />
      ) : null}
    </li>
  );
}

/** What is still to pay by invoices that the owner sends, and the form that records it. */
function OwnInvoices({ cents, ...props }: Omit<CardProps, "invoice"> & { cents: Cents }) {
  return (
    <section className="mb-8 rounded-xl border border-line bg-surface px-5 py-3">
      <p className="py-2">
        You send the invoices of this contract yourself. Still to pay:{" "}
        <strong className="figures">{formatCents(cents)}</strong>
      </p>
      {cents > 0 ? (
        <ReceiveForm {...props} key={props.rev} invoice={{ number: OWN_INVOICES, openCents: cents }} />
      ) : null}
    </section>
  );
}

export function InvoiceManager(managed: InvoiceManagerProps) {
  const { invoices, result, creditCents, hasNextInvoice, hold, ownOpenCents, ...props } = managed;
  const open = invoices.filter(({ openCents }) => openCents > 0).toReversed();
  // If nothing is open, a payment is recorded with the last paid invoice.
  const receiving = open[0] ?? invoices.find(({ kind, state }) => kind === "invoice" && state === "paid");
  const tone = result === "preview" ? "info" : result && isDone(result) ? "success" : "error";
  const asksForCredit = (props.refused?.preview?.surplusCents ?? 0) > 0;
  return (
    <>
      <FormStatus
        tone={tone}
        attempt={props.nonce}
        // Otherwise the checkbox or the button that the message is about gets the focus.
        focused={result !== "preview" && !asksForCredit}
        className="mb-8"
      >
        {result ? RESULTS[result] : null}
        {asksForCredit ? " Correct the amount, or check the box below to keep the rest as a credit." : null}
      </FormStatus>
      {hold && props.mayChange ? <HoldCard hold={hold} path={props.path} /> : null}
      {creditCents > 0 ? (
        <p className="mb-8">
          {CREDIT_LEFT} <strong className="figures">{formatCents(creditCents)}</strong>:{" "}
          {hasNextInvoice
            ? "the next invoice uses it, or it is paid back with a refund."
            : "no further invoice follows, so please pay it back with a refund."}
        </p>
      ) : null}
      {receiving ? (
        <section className="mb-8 rounded-xl border border-line bg-surface px-5 py-1 [&>details]:border-t-0">
          <ReceiveForm key={props.rev} {...props} invoice={receiving} choices={open} />
        </section>
      ) : null}
      {ownOpenCents === null ? null : <OwnInvoices {...props} cents={ownOpenCents} />}
      {invoices.length === 0 && ownOpenCents === null ? (
        <p>This contract has no invoices. A contract by invoice gets its first one when it is accepted.</p>
      ) : null}
      {invoices.length === 0 ? null : (
        <ul className="grid gap-5">
          {/* The revision resets the forms after each change: a recorded payment must not be submitted again. */}
          {invoices.map((invoice) => (
            <Card key={`${invoice.number} ${props.rev}`} invoice={invoice} {...props} />
          ))}
        </ul>
      )}
    </>
  );
}
