import { useMay } from "../auth/session-client.ts";
import { contractPath, copyPath } from "../model/admin-paths.ts";
import type { ContractView } from "../model/contracts/contract-view.ts";
import { isOffer } from "../model/contracts/offer.ts";
import { ButtonLink } from "../ui/button.tsx";

interface ContractActionsProps {
  contract: ContractView;
  stripeUrl: string | null;
}

/** What an admin can do with a contract, each on a page of its own. */
export function ContractActions({ contract, stripeUrl }: ContractActionsProps) {
  const { id, isPaid, isRecurring, isCancelled, paymentState } = contract;
  const isAdmin = useMay("administer");
  const actions = !isAdmin
    ? []
    : [
        ...(isOffer(id) ? [{ to: contractPath(id, "link"), label: "Private link" }] : []),
        ...(isPaid ? [{ to: contractPath(id, "refund"), label: "Refund" }] : []),
        ...(isRecurring
          ? [{ to: contractPath(id, "cancel"), label: isCancelled ? "Cancellation" : "Cancel services" }]
          : []),
        ...(paymentState === "unsigned" ? [] : [{ to: contractPath(id, "emails"), label: "Emails" }]),
        { to: copyPath(id), label: "Copy" },
        ...(stripeUrl ? [{ to: stripeUrl, label: "Payment at Stripe" }] : []),
      ];
  if (actions.length === 0) return null;
  return (
    <nav aria-label="Contract" className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {actions.map(({ to, label }) => (
          <li key={label}>
            <ButtonLink to={to} variant="secondary" size="sm">
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
