import { guarded } from "../auth/guarded.server.ts";
import type { SheetPage } from "../contracts/billing/pdf/pdfs.server.ts";
import { contractPath } from "../model/admin-paths.ts";

/** A PDF of a contract, as its client gets it. */
export const loader = guarded("read-contracts", async ({ services, params, id, context }) => {
  const { invoices, pdfs } = services.billing;
  const contract = await invoices.requireContract(id);
  const page: SheetPage = (number) =>
    number
      ? `${contractPath(contract._id, "invoices")}/${encodeURIComponent(number)}`
      : contractPath(contract._id, "print");
  return pdfs.respond(contract, params["file"] ?? "", { key: context.callerKey, isKnown: true, page });
});
