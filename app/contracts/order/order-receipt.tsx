import type { StoredPayTerms } from "../../model/contracts/pay-by.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { InvoiceTerms } from "./disclosures.tsx";
import type { OrderReceipt } from "./receipt.ts";

interface OrderReceiptProps {
  receipt: Pick<OrderReceipt, "statement" | "hasTerms" | "payPath" | "follows">;
  /** To whom invoices are paid. */
  payee: string;
  payment: StoredPayTerms | null;
}

/** What was paid or is due, how to pay it, and which payments follow, on the page after ordering. */
export function OrderReceiptPart({ receipt, payee, payment }: OrderReceiptProps) {
  const { statement, hasTerms, payPath, follows } = receipt;
  return (
    <div className="mt-6 grid max-w-[52ch] gap-5">
      <p className="text-lg font-semibold text-ink">{statement}</p>
      {hasTerms ? <InvoiceTerms payee={payee} payment={payment} /> : null}
      {payPath ? (
        <p>
          <ButtonLink to={payPath} variant="secondary">
            {hasTerms ? "Pay by card instead" : "Pay the invoice online"}
          </ButtonLink>
        </p>
      ) : null}
      {follows.length > 0 ? (
        <dl className="grid gap-2">
          {follows.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-sm text-ink-faint">{label}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
