import { randomUUID } from "node:crypto";
import { orderFields } from "../abuse/abuse-harness.ts";
import { actionResult, pageToken, postForm } from "./form-posts.ts";
import { lakeClient, lakeTokens, type RunningSite } from "./site.ts";

/** An order by invoice. */
export interface Placed {
  /** Path of the order's page. */
  order: string;
  contractId: string;
  number: string;
}

/** Places an order by invoice over $12.00. */
export async function placeOrder(
  site: Pick<RunningSite, "origin" | "dataDir">,
  contact: Record<string, string> = {},
): Promise<Placed> {
  // An address gets the receipts and first invoices of three orders a day.
  const email = `ada-${randomUUID()}@client.example`;
  const own = { couponCode: "", wish: "", "contactInfo.email": email, ...contact };
  const fields = orderFields("Ada", { ...own, ...(await pageToken(site.origin)) });
  const response = await postForm(`${site.origin}/contract.data`, { ...fields, intent: "place" });
  const { confirmation } = await actionResult<{ confirmation: string }>(response);
  const contractId = `contract.${fields["submissionId"]}`;
  const lake = lakeClient(site, lakeTokens(site.dataDir).read);
  const number = await lake.fetch<string>(`*[_id == $contractId][0].invoices[0].number`, { contractId });
  return { order: `/order/${confirmation}`, contractId, number };
}
