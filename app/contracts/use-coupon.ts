import { useCallback, useEffect, useRef, useState } from "react";
import { normalCode, type Coupon } from "./coupon.ts";
import { contractMessages } from "./messages.ts";
import { useContractAction } from "./contract-action.ts";

interface CouponState {
  /** What stands in the field. */
  text: string;
  /** What counts: the server knows it. */
  coupon: Coupon | null;
  error: string | null;
  busy: boolean;
}

const NONE: CouponState = { text: "", coupon: null, error: null, busy: false };

export interface CouponEntry extends CouponState {
  edit(text: string): void;
  apply(): void;
  /** Takes over what the server says of the coupon now; with null the visitor reads that it is gone. */
  replace(coupon: Coupon | null): void;
  /** False, and says so, when a typed code was neither applied nor cleared. */
  settled(): boolean;
}

/** The coupon field: what is typed counts once the server has said what it is worth. `initial` is a kept code. */
export function useCoupon(initial: string): CouponEntry {
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
    edit(text) {
      latest.current += 1;
      setState({ ...NONE, text });
    },
    apply: () => void check(state.text),
    replace(coupon) {
      if (!state.coupon) return;
      setState(
        coupon ? { ...NONE, text: coupon.code, coupon } : { ...NONE, error: contractMessages.couponInvalid },
      );
    },
    settled() {
      const settled = normalCode(state.text) === (state.coupon?.code ?? "");
      if (!settled) setState({ ...state, error: contractMessages.couponNotApplied });
      return settled;
    },
  };
}
