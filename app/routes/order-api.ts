import type { ActionFunctionArgs } from "@remix-run/node";
import { handleOrder } from "../contract/order.instance.server.ts";
import { jsonReply, methodNotAllowed, reply } from "../submissions/reply.server.ts";

/** The order form, sent by script. */
export const loader = () => methodNotAllowed("POST");

export async function action({ request }: ActionFunctionArgs) {
  const { outcome, status } = await handleOrder(request, { scripted: true });
  return jsonReply(reply(outcome, status));
}
