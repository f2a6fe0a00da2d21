import {
  endText,
  owedSum,
  type OwedInvoice,
  type ServiceEnd,
} from "../../../model/contracts/cancellation.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { formatDate } from "../../../model/format.ts";

/** A row for each service: until when it goes on, or when it ended. */
export function ServiceEndList({ ends }: { ends: readonly ServiceEnd[] }) {
  return (
    <ul className="mt-2 list-disc pl-6">
      {ends.map((end) => (
        <li key={end.service + end.lastDay}>
          {end.service}: <time dateTime={end.lastDay}>{endText(end)}</time>
        </li>
      ))}
    </ul>
  );
}

/** A row for each invoice that a cancellation leaves to be paid, and their sum. */
export function OwedInvoices({ owed }: { owed: readonly OwedInvoice[] }) {
  return (
    <>
      {owed.map(({ number, cents, dueOn }) => (
        <p key={number} className="mt-2">
          Invoice {number} remains payable: <span className="figures">{formatCents(cents)}</span>, due{" "}
          <time dateTime={dueOn}>{formatDate(dueOn)}</time>.
        </p>
      ))}
      {owedSum(owed).map((sum) => (
        <p key={sum} className="figures mt-2">
          {sum}
        </p>
      ))}
    </>
  );
}
