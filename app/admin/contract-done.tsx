import { useSearchParams } from "@remix-run/react";
import type { CancellationIntent } from "../contracts/billing/renewals/admin-cancellation.server.ts";
import { DONE_PARAM, detailPath } from "../model/admin-paths.ts";
import { FormStatus } from "../ui/form-status.tsx";

type ContractDone = CancellationIntent | "refunded";

const DONE: Record<ContractDone, string> = {
  refunded: "The refund is recorded in the timeline.",
  "period-end": "The services are cancelled. They end with their current periods.",
  now: "The services are cancelled. They end today.",
  revoke: "The cancellation is undone. The services go on.",
};

/** Returns the path of a contract whose dialog confirms the change that was just made. */
export const donePath = (id: string, done: ContractDone): string =>
  detailPath("contracts", id, `?${new URLSearchParams({ [DONE_PARAM]: done })}`);

/** Confirms a change of a contract that was made on another page. Works without scripts. */
export function ContractDone() {
  const [search] = useSearchParams();
  const done = search.get(DONE_PARAM) ?? "";
  return (
    <FormStatus tone="success" focused className="mb-6">
      {Object.hasOwn(DONE, done) ? DONE[done as ContractDone] : null}
    </FormStatus>
  );
}
