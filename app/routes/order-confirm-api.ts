import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonReply, methodNotAllowed, reply } from "../submissions/reply.server.ts";

/** Asks the server to look at the payment of an order that the browser has just confirmed. */
export const loader = () => methodNotAllowed("POST");

export async function action({ context, request }: ActionFunctionArgs) {
  const { answer, status } = await context.services.orders.confirm(request, context.callerKey);
  return jsonReply(reply(answer, status));
}
