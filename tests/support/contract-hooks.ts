import { afterEach, beforeAll, expect } from "vitest";
import { openContractHarness, type ContractHarness } from "./contract-harness.ts";
import { offerHarness } from "./offer-harness.ts";
import { opened } from "./opened.ts";

interface Options {
  /** Whether tests may leave errors in `errors`; by default they fail. */
  mayReport?: boolean;
}

/** Opens a harness for the tests of a file. A test that asks Stripe's stand-in for something unknown fails. */
export function contractHooks({ mayReport = false }: Options = {}): ContractHarness {
  const harness = opened(openContractHarness);
  afterEach(() => {
    expect(harness.standIn.state.unknownRequests).toEqual([]);
    const errors = harness.errors.splice(0);
    if (!mayReport) expect(errors).toEqual([]);
  });
  return harness;
}

/** The same with admins who make offers, and the coupon of `adminForm`. */
export function offerHooks(options: Options = {}) {
  const harness = contractHooks(options);
  beforeAll(async () => {
    const coupon = { _type: "coupon", code: "FIFTY", centsOff: 5_000, active: true };
    await harness.lake.client.create({ _id: "coupon.fifty", ...coupon });
  });
  return { harness, offers: offerHarness(harness) };
}
