import { Button } from "../ui/button.tsx";
import { FieldErrors } from "../ui/field-parts.tsx";
import { describeCoupon } from "./coupon.ts";
import { formatCents } from "./money.ts";
import type { CouponEntry } from "./use-coupon.ts";

interface CouponFieldProps {
  entry: CouponEntry;
  /** Without scripts what is typed is posted as it is, and the server says what it is worth. */
  scripted: boolean;
  /** What the server said of a posted code. */
  postedError: string | undefined;
}

export const COUPON_FIELD = "order-coupon";

/** A coupon code. With scripts it counts once it is applied, so that its effect is seen before the order is sent. */
export function CouponField({ entry, scripted, postedError }: CouponFieldProps) {
  const error = entry.error ?? postedError;
  return (
    <div>
      <label htmlFor={COUPON_FIELD} className="mb-2 block font-semibold text-ink">
        Coupon code <span className="font-normal text-ink-faint">(optional)</span>
      </label>
      <div className="flex max-w-md gap-3">
        <input
          id={COUPON_FIELD}
          className="control min-w-0 flex-1 uppercase"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${COUPON_FIELD}-error` : undefined}
          value={entry.text}
          onInput={(event) => entry.edit(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            entry.apply();
          }}
          {...(scripted ? {} : { name: "couponCode" })}
        />
        {scripted ? (
          <Button variant="secondary" aria-disabled={entry.busy || undefined} onClick={entry.apply}>
            Apply
          </Button>
        ) : null}
      </div>
      {scripted ? <input type="hidden" name="couponCode" value={entry.coupon?.code ?? ""} readOnly /> : null}
      <p role="status" className="mt-2 text-sm text-ink-faint empty:hidden">
        {entry.coupon
          ? `${entry.coupon.code}: ${describeCoupon(entry.coupon, formatCents)} what is due today.`
          : null}
      </p>
      <FieldErrors id={`${COUPON_FIELD}-error`} errors={error ? [error] : undefined} />
    </div>
  );
}
