import { formatDate } from "../../../model/format.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import type { OwedInvoice, ServiceEnd } from "../../../model/contracts/service-ends.ts";

/** A row for each service: until when it goes on. */
export function ServiceEndList({ ends }: { ends: readonly ServiceEnd[] }) {
  return (
    <ul className="mt-2 list-disc pl-6">
      {ends.map(({ service, lastDay }) => (
        <li key={service + lastDay}>
          {service}: until <time dateTime={lastDay}>{formatDate(lastDay)}</time>
        </li>
      ))}
    </ul>
  );
}

/** A row for each invoice that a cancellation leaves to be paid. */
export function OwedInvoices({ owed }: { owed: readonly OwedInvoice[] }) {
  return owed.map(({ number, cents, dueOn }) => (
    <p key={number} className="mt-2">
      Invoice {number} remains payable: <span className="figures">{formatCents(cents)}</span>, due{" "}
      <time dateTime={dueOn}>{formatDate(dueOn)}</time>.
    </p>
  ));
}
