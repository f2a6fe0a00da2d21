import type { ActionFunctionArgs } from "@remix-run/node";
import { handleStripeWebhook, reportOrder } from "../contract/order.instance.server.ts";
import { isAppError } from "../platform/errors.ts";
import { jsonReply, methodNotAllowed, reply } from "../submissions/reply.server.ts";

/** Stripe's events. Any answer but 2xx makes Stripe deliver again. */
export const loader = () => methodNotAllowed("POST");

export async function action({ request }: ActionFunctionArgs) {
  try {
    await handleStripeWebhook(request);
    return jsonReply(reply({ received: true }, 200));
  } catch (error) {
    reportOrder(error);
    const refused = isAppError(error) && ["bad-request", "not-found"].includes(error.code);
    return jsonReply(reply({ received: false }, refused ? error.status : 503));
  }
}
