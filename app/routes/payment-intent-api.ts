import type { ActionFunctionArgs } from "@remix-run/node";
import { handlePayment } from "../contract/order.instance.server.ts";
import { jsonReply, methodNotAllowed, reply } from "../submissions/reply.server.ts";

/** Prepares the card payment of a stored order (specification 7). */
export const loader = () => methodNotAllowed("POST");

export async function action({ request }: ActionFunctionArgs) {
  const { answer, status } = await handlePayment(request);
  return jsonReply(reply(answer, status));
}
