import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { InvoiceList } from "../contracts/billing/invoices/invoice-list.tsx";
import { SignatureView } from "../contracts/order/signature-view.tsx";
import { contractPath } from "../model/admin-paths.ts";
import type { ContractView } from "../model/contracts/contract-view.ts";
import { formatCents } from "../model/contracts/money.ts";
import { cx } from "../ui/cx.ts";
import { DetailGroup, DetailItems } from "./detail-parts.tsx";
import { PaymentBadge } from "./status-badge.tsx";

interface ContractDetailProps {
  contract: ContractView;
  level?: 2 | 3;
  children?: ReactNode;
}

/** All fields of a contract (docs/specification.md, section 2), for the dialog and for printing. */
export function ContractDetail({ contract, level = 3, children }: ContractDetailProps) {
  const group = (title: string, content: ReactNode) => (
    <DetailGroup title={title} level={level}>
      {content}
    </DetailGroup>
  );
  const invoices = contractPath(contract.id, "invoices");
  return (
    <div className="grid gap-6">
      {group("Contact", <DetailItems items={contract.contact} />)}
      {group("Selected services", <Services services={contract.services} />)}
      {group("Custom services", <CustomServices custom={contract.custom} />)}
      {group("Total", <Amounts contract={contract} />)}
      {group(
        "Payment",
        <>
          <p className="mb-3">
            <PaymentBadge state={contract.paymentState} marks={contract.paymentMarks} />
          </p>
          <DetailItems items={contract.payment} />
          <NextPayments payments={contract.nextPayments} />
        </>,
      )}
      {contract.invoices.length > 0 || contract.isOwnInvoiced
        ? group(
            "Invoices",
            <div className="text-sm">
              {contract.isOwnInvoiced ? <p>You send the invoices of this contract yourself.</p> : null}
              <InvoiceList invoices={contract.invoices} base={invoices} />
              <p className="mt-3">
                <Link to={invoices} className="text-link print:hidden">
                  {contract.isOwnInvoiced ? "Record a payment" : "Manage the invoices"}
                </Link>
              </p>
            </div>,
          )
        : null}
      {children}
      {group("Signature", <SignatureView signature={contract.signature} name={contract.name} />)}
    </div>
  );
}

/** Where the money of a contract stands, above everything that can be done with it. */
export function PaymentSummary({ contract }: { contract: ContractView }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
      <PaymentBadge state={contract.paymentState} marks={contract.paymentMarks} />
      {contract.account.map(({ label, cents }) => (
        <span key={label} className="text-ink-soft">
          {label} <strong className="figures text-ink">{formatCents(cents)}</strong>
        </span>
      ))}
    </div>
  );
}

const ROW = "flex justify-between gap-6 border-b border-line py-2 last:border-b-0";

function Services({ services }: { services: ContractView["services"] }) {
  if (services.length === 0) return <p className="text-sm text-ink-faint">None.</p>;
  return (
    <ul className="text-sm">
      {services.map(({ id, title, quantity, frequency, period, priceCents }) => (
        <li key={id} className={ROW}>
          <span>
            {title}
            <span className="figures block text-ink-faint">Quantity: {quantity}</span>
            {frequency ? (
              <span className="block text-ink-faint">{[frequency, period].filter(Boolean).join(": ")}</span>
            ) : null}
          </span>
          <span className="figures">{formatCents(priceCents)}</span>
        </li>
      ))}
    </ul>
  );
}

function CustomServices({ custom }: { custom: ContractView["custom"] }) {
  if (custom.length === 0) return <p className="text-sm text-ink-faint">None.</p>;
  return (
    <ul className="text-sm">
      {custom.map(({ key, description, price }) => (
        <li key={key} className={ROW}>
          <span className="min-w-0 wrap-break-word whitespace-pre-line">{description}</span>
          {price > 0 ? (
            <span className="figures">{formatCents(price)}</span>
          ) : (
            <span className="text-ink-faint">Not priced</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function NextPayments({ payments }: { payments: ContractView["nextPayments"] }) {
  if (payments.length === 0) return null;
  return (
    <dl className="mt-4 text-sm">
      {payments.map(({ label, value }) => (
        <div key={label} className={ROW}>
          <dt className="text-ink-soft">{label}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Amounts({ contract }: { contract: ContractView }) {
  return (
    <dl className="text-sm">
      {contract.amounts.map(({ label, cents, isSum, note }) => (
        <div key={label} className={cx(ROW, "flex-wrap gap-y-0", isSum && "font-semibold")}>
          <dt className={isSum ? "" : "text-ink-soft"}>{label}</dt>
          <dd className="figures">{formatCents(cents)}</dd>
          {note ? <dd className="basis-full font-normal text-ink-faint">{note}</dd> : null}
        </div>
      ))}
      <div className={ROW}>
        <dt className="text-ink-soft">Coupon applied</dt>
        <dd>{contract.coupon || "None"}</dd>
      </div>
    </dl>
  );
}
