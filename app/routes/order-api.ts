import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonReply, methodNotAllowed, reply } from "../submissions/reply.server.ts";

/** The order form, sent by script. */
export const loader = () => methodNotAllowed("POST");

export async function action({ context, request }: ActionFunctionArgs) {
  const { outcome, status } = await context.services.orders.place(request, context.callerKey, {
    scripted: true,
  });
  return jsonReply(reply(outcome, status));
}
