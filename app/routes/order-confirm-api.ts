import type { ActionFunctionArgs } from "@remix-run/node";
import { handleConfirm } from "../contract/order.instance.server.ts";
import { jsonReply, methodNotAllowed, reply } from "../submissions/reply.server.ts";

/** Asks the server to look at the payment of an order that the browser has just confirmed. */
export const loader = () => methodNotAllowed("POST");

export async function action({ request }: ActionFunctionArgs) {
  const { answer, status } = await handleConfirm(request);
  return jsonReply(reply(answer, status));
}
