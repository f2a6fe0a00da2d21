import { recurringLine, serviceLabel, untaxedPayment } from "../../model/contracts/amounts.ts";
import { describeCoupon } from "../../model/contracts/coupon.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { formatCents } from "../../model/contracts/money.ts";
import type { OfferView } from "../../model/contracts/offer.ts";
import type { OrderTotals } from "../../model/contracts/pricing.ts";
import { formatDate } from "../../model/format.ts";
import { LOCALE } from "../../model/locale.ts";

export function OfferIntro({ expiresAt }: { expiresAt: string }) {
  return (
    <p className="mb-8 max-w-2xl text-lg">
      Review your contract and sign it. It is open until{" "}
      <time dateTime={expiresAt}>{formatDate(expiresAt)}</time> ({LOCALE.timeZoneName}).
    </p>
  );
}

/** Shown for a link that was revoked, replaced or has expired. */
export function OfferClosed({ email }: { email: string | null }) {
  return (
    <div className="max-w-2xl">
      <p className="text-lg">{contractMessages.offerClosed}</p>
      {email ? (
        <p className="mt-4">
          <a href={`mailto:${email}`} className="text-link">
            {email}
          </a>
        </p>
      ) : null}
    </div>
  );
}

/** Step 1 of an adminContract: its services, read-only. */
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
            <span className="font-semibold whitespace-pre-line text-ink">{serviceLabel(line)}</span>
            <span className="figures font-semibold text-ink sm:text-right">
              {line.frequency
                ? recurringLine(line, line.frequency)
                : `${formatCents(untaxedPayment(line))}${line.tax ? ", plus tax" : ""}`}
            </span>
          </li>
        ))}
      </ul>
      {offer.coupon ? (
        <p className="mt-4">
          Coupon {offer.coupon.code}: {describeCoupon(offer.coupon)} what is due today.
        </p>
      ) : null}
    </>
  );
}
