import type { LoaderFunctionArgs } from "@remix-run/node";
import { published } from "../content/load.server.ts";

/** A PDF of an order: an invoice, a receipt or the contract. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { token = "", file = "" } = params;
  return published(await context.services.orders.page.loadPdf(token, file, context.callerKey));
}
