import { useCallback, useEffect, useRef, useState } from "react";
import { normalCode, describeCoupon, type Coupon } from "../../model/contracts/coupon.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { Button } from "../../ui/button.tsx";
import { FieldErrors, FieldLabel } from "../../ui/field-parts.tsx";
import { useContractAction } from "./contract-action.ts";

interface CouponState {
  text: string;
  /** The applied coupon, as the server returned it. */
  coupon: Coupon | null;
  error: string | null;
  busy: boolean;
}

const NONE: CouponState = { text: "", coupon: null, error: null, busy: false };

/** State of the coupon field. A code counts once it is applied. `initial` is the code of a draft. */
export function useCoupon(initial: string) {
  const [state, setState] = useState<CouponState>({ ...NONE, text: initial });
  const send = useContractAction();
  const latest = useRef(0);

  const check = useCallback(
    async (text: string) => {
      const code = normalCode(text);
      const attempt = ++latest.current;
      if (!code) return setState(NONE);
      setState({ text, coupon: null, error: null, busy: true });
      const form = new FormData();
      form.set("couponCode", code);
      const result = await send("coupon", form);
      if (attempt !== latest.current) return;
      if (result.status !== "coupon") setState({ ...NONE, text, error: contractMessages.couponUnknown });
      else if (result.coupon) setState({ ...NONE, text: result.coupon.code, coupon: result.coupon });
      else setState({ ...NONE, text, error: contractMessages.couponInvalid });
    },
    [send],
  );

  useEffect(() => {
    if (initial) void check(initial);
  }, [initial, check]);

  return {
    ...state,
    edit(text: string) {
      latest.current += 1;
      setState({ ...NONE, text });
    },
    apply: () => void check(state.text),
    /** Replaces the applied coupon; with null the field shows that it is no longer valid. */
    replace(coupon: Coupon | null) {
      if (!state.coupon) return;
      setState(
        coupon ? { ...NONE, text: coupon.code, coupon } : { ...NONE, error: contractMessages.couponInvalid },
      );
    },
    /** Returns false and shows an error when a typed code was neither applied nor cleared. */
    settled() {
      const settled = normalCode(state.text) === (state.coupon?.code ?? "");
      if (!settled) setState({ ...state, error: contractMessages.couponNotApplied });
      return settled;
    },
  };
}

interface CouponFieldProps {
  entry: ReturnType<typeof useCoupon>;
  /** Without scripts the typed code is posted with the form. */
  scripted: boolean;
  /** Error of a code that was posted without scripts. */
  postedError: string | undefined;
}

export const COUPON_FIELD = "order-coupon";

/** A coupon code. With scripts it is applied first, so that its effect shows before the order is sent. */
export function CouponField({ entry, scripted, postedError }: CouponFieldProps) {
  const error = entry.error ?? postedError;
  return (
    <div>
      <FieldLabel htmlFor={COUPON_FIELD} label="Coupon code" optional />
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
      {scripted ? <input type="hidden" name="couponCode" value={entry.coupon?.code ?? ""} /> : null}
      <p role="status" className="mt-2 text-sm text-ink-faint empty:hidden">
        {entry.coupon ? `${entry.coupon.code}: ${describeCoupon(entry.coupon)} what is due today.` : null}
      </p>
      <FieldErrors id={`${COUPON_FIELD}-error`} errors={error ? [error] : undefined} />
    </div>
  );
}
