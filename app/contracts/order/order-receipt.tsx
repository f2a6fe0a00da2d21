import { ButtonLink } from "../../ui/button.tsx";
import { InvoiceTerms } from "./disclosures.tsx";
import type { OrderReceipt } from "./receipt.ts";

interface OrderReceiptProps {
  receipt: Pick<OrderReceipt, "statement" | "byCheque" | "payPath" | "follows">;
  /** To whom cheques are made payable. */
  payee: string;
  instructions: string | null;
}

/** What was paid or is due, how to pay it, and which payments follow, on the page after ordering. */
export function OrderReceiptPart({ receipt, payee, instructions }: OrderReceiptProps) {
  const { statement, byCheque, payPath, follows } = receipt;
  return (
    <div className="mt-6 grid max-w-[52ch] gap-5">
      <p className="text-lg font-semibold text-ink">{statement}</p>
      {byCheque ? <InvoiceTerms payee={payee} instructions={instructions} /> : null}
      {payPath ? (
        <p>
          <ButtonLink to={payPath} variant="secondary">
            {byCheque ? "Pay by card instead" : "Pay the invoice online"}
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
