import { guarded } from "../auth/guarded.server.ts";

/** A PDF of a contract, as its client gets it. */
export const loader = guarded("read-contracts", async ({ services, params, id, context }) => {
  const { invoices, pdfs } = services.billing;
  const contract = await invoices.requireContract(id);
  return pdfs.respond(contract, params["file"] ?? "", { key: context.callerKey, isKnown: true });
});
