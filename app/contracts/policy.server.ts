import { createHash } from "node:crypto";
import type { PolicyData } from "../content/queries/order.ts";
import type { AgreedPolicy } from "./contract-document.ts";

/** What is kept of the policy that a client agreed to: enough to show later which text it was. */
export function agreedPolicy(policy: PolicyData | null): AgreedPolicy {
  const hash = createHash("sha256")
    .update(JSON.stringify(policy?.body ?? []))
    .digest("hex");
  return { version: policy?.version ?? "", hash };
}
