import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonReply, methodNotAllowed } from "../submissions/form-action.server.ts";

/** Prepares the card payment of a stored contract (docs/specification.md, section 7). */
export const loader = () => methodNotAllowed("POST");

export async function action({ context, request }: ActionFunctionArgs) {
  return jsonReply(await context.services.orders.preparePayment(request, context.callerKey));
}
