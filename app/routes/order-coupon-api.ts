import type { ActionFunctionArgs } from "@remix-run/node";
import { handleCoupon } from "../contract/order.instance.server.ts";
import { jsonReply, methodNotAllowed, reply } from "../submissions/reply.server.ts";

/** Says what a coupon code is worth, before an order is sent with it. */
export const loader = () => methodNotAllowed("POST");

export async function action({ request }: ActionFunctionArgs) {
  const { answer, status } = await handleCoupon(request);
  return jsonReply(reply(answer, status));
}
