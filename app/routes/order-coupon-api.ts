import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonReply, methodNotAllowed, reply } from "../submissions/reply.server.ts";

/** Says what a coupon code is worth, before an order is sent with it. */
export const loader = () => methodNotAllowed("POST");

export async function action({ context, request }: ActionFunctionArgs) {
  const { answer, status } = await context.services.orders.coupon(request, context.callerKey);
  return jsonReply(reply(answer, status));
}
