import { useMay } from "../auth/session-client.ts";
import { isOffer, offerCopyPath, offerLinkPath } from "../model/contracts/offer.ts";
import { ButtonLink } from "../ui/button.tsx";
import type { ContractView } from "../model/contracts/contract-view.ts";
import { cancelPath, emailsPath, refundPath } from "../model/admin-paths.ts";

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
        ...(isOffer(id) ? [{ to: offerLinkPath(id), label: "Private link" }] : []),
        ...(isPaid ? [{ to: refundPath(id), label: "Refund" }] : []),
        ...(isRecurring
          ? [{ to: cancelPath(id), label: isCancelled ? "Cancellation" : "Cancel services" }]
          : []),
        ...(paymentState === "unsigned" ? [] : [{ to: emailsPath(id), label: "Emails" }]),
        { to: offerCopyPath(id), label: "Copy" },
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
