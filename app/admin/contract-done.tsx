import { useSearchParams } from "@remix-run/react";
import type { CancellationIntent } from "../contracts/billing/renewals/admin-cancellation.server.ts";
import { detailPath, RESULT_PARAM } from "../model/admin-paths.ts";
import { FormStatus } from "../ui/form-status.tsx";

type ContractDone = CancellationIntent | "refunded";

const DONE: Record<ContractDone, string> = {
  refunded: "The refund is recorded in the timeline.",
  "period-end": "The services are cancelled. They end with their current periods.",
  now: "The services are cancelled. They end today.",
  revoke: "The cancellation is undone. The services go on.",
};

/** Returns the path of a contract that says what was just done with it. */
export const donePath = (id: string, done: ContractDone): string =>
  detailPath("contracts", id, `?${new URLSearchParams({ [RESULT_PARAM]: done })}`);

/** Says in the dialog of a contract what another page has done with it, with and without scripts. */
export function ContractDone() {
  const [search] = useSearchParams();
  const done = search.get(RESULT_PARAM) ?? "";
  return (
    <FormStatus tone="success" focused className="mb-6">
      {Object.hasOwn(DONE, done) ? DONE[done as ContractDone] : null}
    </FormStatus>
  );
}
