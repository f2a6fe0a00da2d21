import type { LoaderFunctionArgs } from "@remix-run/node";

/** A PDF of a contract, as its client gets it. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "read-contracts");
  const { id, file = "" } = params;
  const { invoices, pdfs } = context.services.billing;
  return pdfs.respond(await invoices.requireContract(id), file, { key: context.callerKey, isKnown: true });
}
