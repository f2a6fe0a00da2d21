import type { ActionFunctionArgs } from "@remix-run/node";
import { reply } from "../platform/http/receive-form.server.ts";
import { jsonReply, methodNotAllowed } from "../submissions/form-action.server.ts";

/** Prepares the card payment of a stored contract (docs/specification.md, section 7). */
export const loader = () => methodNotAllowed("POST");

export async function action({ context, request }: ActionFunctionArgs) {
  const { answer, status } = await context.services.contracts.preparePayment(request, context.callerKey);
  return jsonReply(reply(answer, status));
}
