import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { SiteSettings } from "../../content/site-query.ts";
import { clientAddress, clientName, type ContactInfo } from "../../model/contracts/client-fields.ts";
import { formatCents } from "../../model/contracts/money.ts";
import { addressLines, formatDate } from "../../model/format.ts";
import { SHORT_TEXT } from "../../model/text-lengths.ts";
import { Button, whileBusy } from "../../ui/button.tsx";
import { FieldLabel } from "../../ui/field-parts.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { Lines } from "../../ui/lines.tsx";
import { PdfLink, PrintButton } from "../../ui/print-button.tsx";
import { AmountList } from "../billing/invoices/amount-list.tsx";
import { InvoiceList } from "../billing/invoices/invoice-list.tsx";
import { PayInvoice } from "../billing/invoices/pay-invoice.tsx";
import { PAY_ALL, type PayResult } from "../billing/invoices/pay-result.ts";
import { PaymentList } from "../billing/invoices/payment-list.tsx";
import { RenewalSection } from "../billing/renewals/renewal-section.tsx";
import { LINK_RESULTS, type LinkReply, type OrderChange } from "../billing/renewals/renewal-view.ts";
import type { OrderView } from "./confirmation.server.ts";
import { InvoiceTerms } from "./disclosures.tsx";
import { SignatureView } from "./signature-view.tsx";

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6">
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Client({ contact }: { contact: ContactInfo }) {
  const { companyName, address, phone, email } = contact;
  return (
    <p>
      <Lines lines={[clientName(contact), companyName, ...clientAddress(address), phone, email]} />
    </p>
  );
}

const LINE = "flex justify-between gap-6 border-b border-line py-2 last:border-b-0";

function Services({ order }: { order: OrderView }) {
  return (
    <ul>
      {order.services.map(({ label, note, cents }, index) => (
        // Two services may have one name, and none changes its place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={LINE}>
          <span className="min-w-0 wrap-break-word whitespace-pre-line">
            {label}
            {note ? <span className="block text-sm text-ink-faint">{note}</span> : null}
          </span>
          <span className="figures">{formatCents(cents)}</span>
        </li>
      ))}
      {order.wishes.map((wish) => (
        <li key={wish} className={LINE}>
          <span className="min-w-0 wrap-break-word whitespace-pre-line">
            {wish} (not part of this order; we come back to you with a price)
          </span>
        </li>
      ))}
    </ul>
  );
}

type Seller = Pick<SiteSettings, "companyName" | "address">;

interface OrderConfirmationProps {
  order: OrderView;
  seller: Seller;
  /** The result of the last change of the services that renew. */
  answer: { change: OrderChange } | undefined;
  /** What came of paying all open invoices at once; a new object for every attempt. */
  paying: { payment: PayResult } | null;
  busy: boolean;
}

export function OrderConfirmation({ order, seller, answer, paying, busy }: OrderConfirmationProps) {
  const payee = order.payment?.payee ?? seller.companyName;
  const isPaidByCard = order.payments.some(({ kind }) => kind === "receipt");
  return (
    <article className="order-sheet grid max-w-3xl gap-8">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 sm:gap-x-10">
        <dt className="text-ink-faint">Company</dt>
        <dd>
          <Lines lines={[payee, ...addressLines(seller.address ?? {})]} />
        </dd>
        <dt className="text-ink-faint">Date</dt>
        <dd>
          <time dateTime={order.date}>{formatDate(order.date)}</time>
        </dd>
        <dt className="text-ink-faint">Payment</dt>
        <dd>{order.paymentState}</dd>
        {order.policyVersion ? <dt className="text-ink-faint">Agreed policy</dt> : null}
        {order.policyVersion ? <dd>Version {order.policyVersion}</dd> : null}
      </dl>
      <Part id="order-client" title="Client">
        <Client contact={order.contactInfo} />
      </Part>
      <Part id="order-lines" title="Services">
        <Services order={order} />
      </Part>
      <Part id="order-amounts" title="Amounts">
        {order.dates.length > 0 ? (
          <AmountList rows={order.dates} className="mb-3 border-b border-line pb-3" />
        ) : null}
        <AmountList rows={order.amounts} />
      </Part>
      <Part id="order-account" title="Account">
        <AmountList rows={order.account} />
        {order.payAll || paying ? (
          <div className="mt-6">
            <PayInvoice
              {...(order.payAll ?? { payableCents: 0 })}
              intent={PAY_ALL}
              result={paying}
              busy={busy}
            />
          </div>
        ) : null}
      </Part>
      {order.renewal ? (
        <Part id="order-renewal" title={order.renewal.cancelled ? "Cancellation" : "Next payments"}>
          <RenewalSection renewal={order.renewal} answer={answer} busy={busy} />
        </Part>
      ) : null}
      {order.payments.length > 0 ? (
        <Part id="order-payments" title={isPaidByCard ? "Payments" : "Refunds"}>
          <PaymentList payments={order.payments} base="invoices" />
        </Part>
      ) : null}
      {order.invoices.length > 0 ? (
        <Part id="order-invoices" title="Invoices">
          <InvoiceList invoices={order.invoices} base="invoices" canPay={order.canPayByCard} />
        </Part>
      ) : null}
      {order.signature ? (
        <Part id="order-signature" title="Signature">
          <SignatureView signature={order.signature} name={clientName(order.contactInfo)} />
        </Part>
      ) : null}
      {order.owesInvoice ? <InvoiceTerms payee={payee} payment={order.payment} /> : null}
      <div className="flex flex-wrap gap-3">
        {order.hasPdf ? <PdfLink href={`${order.path}/files/contract.pdf`}>Contract as PDF</PdfLink> : null}
        <PrintButton />
      </div>
    </article>
  );
}

const LINK_EMAIL = "link-email";

interface NewLinkProps {
  /** Whether the link was one of ours, which says whom the new one goes to. */
  isKnown: boolean;
  /** The company's. */
  email: string | null;
  /** The last result; a new object for every attempt, so that it is announced again. */
  answer: LinkReply | undefined;
  busy: boolean;
}

/** Shown for a link that has expired, or is none: how to get a new one. */
export function NewLink({ isKnown, email, answer, busy }: NewLinkProps) {
  const sent = answer?.outcome === "sent";
  return (
    <div className="max-w-2xl">
      <p className="text-lg">
        {isKnown
          ? "For your privacy, links to an order end 90 days after the last change to it, once its services have ended. Your order itself is safe with us."
          : "It may have been cut off or mistyped on its way to your browser. Your order itself is safe with us. Open the link in our email once more, or copy the whole of it."}
      </p>
      <h2 className="mt-10 text-xl">Ask for a new link</h2>
      <Form method="post" className="mt-3">
        <p>We can send a new link to the email address that the order was placed with.</p>
        <FormStatus tone={sent ? "success" : "error"} attempt={answer} className="mt-4">
          {answer ? LINK_RESULTS[answer.outcome] : null}
        </FormStatus>
        {isKnown ? null : (
          <div className="mt-4 max-w-md">
            <FieldLabel htmlFor={LINK_EMAIL} label="Email" />
            <input
              id={LINK_EMAIL}
              name="email"
              type="email"
              autoComplete="email"
              aria-required
              maxLength={SHORT_TEXT}
              defaultValue={answer?.email}
              aria-invalid={answer?.outcome === "invalid" || undefined}
              className="control"
            />
          </div>
        )}
        <Button type="submit" className="mt-4" {...whileBusy(busy)}>
          {busy ? "Sending…" : "Email me a new link"}
        </Button>
      </Form>
      {email ? (
        <p className="mt-6">
          You no longer have that address? Write to us at{" "}
          <a href={`mailto:${email}`} className="text-link">
            {email}
          </a>
          .
        </p>
      ) : null}
    </div>
  );
}
