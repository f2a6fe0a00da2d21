import { describeCoupon } from "../coupon.ts";
import { frequencyTerms } from "../frequency.ts";
import { formatCents } from "../money.ts";
import type { OrderTotals } from "../pricing.ts";
import type { OfferView } from "./offer-view.ts";

/** Step 1 of a contract that was made for the client: what it holds, to read. */
export function OfferServices({ offer, totals }: { offer: OfferView; totals: OrderTotals }) {
  return (
    <>
      <p className="mb-5 text-ink-soft">
        We have put this together for you. If something is not as we agreed, tell us before you sign.
      </p>
      <ul className="grid gap-4">
        {totals.lines.map((line) => (
          <li
            key={line.serviceId}
            className="grid gap-x-6 gap-y-1 rounded-xl border border-line bg-surface p-5 sm:grid-cols-[1fr_auto]"
          >
            <span className="font-semibold whitespace-pre-line text-ink">
              {line.title}
              {line.quantity > 1 ? ` × ${line.quantity}` : ""}
            </span>
            <span className="figures font-semibold text-ink sm:text-right">
              {formatCents(line.paymentCents)}
              {line.frequency ? (
                <span className="font-normal text-ink-faint"> {frequencyTerms[line.frequency].every}</span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {offer.coupon ? (
        <p className="mt-4">
          Coupon {offer.coupon.code}: {describeCoupon(offer.coupon, formatCents)} what is due today.
        </p>
      ) : null}
    </>
  );
}
