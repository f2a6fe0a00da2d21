import type { ActionFunctionArgs } from "@remix-run/node";
import { isAppError } from "../platform/errors.ts";
import { reply } from "../platform/http/receive-form.server.ts";
import { jsonReply, methodNotAllowed } from "../submissions/form-action.server.ts";

/** Receives Stripe's events. Stripe delivers again unless the status is 2xx. */
export const loader = () => methodNotAllowed("POST");

export async function action({ context, request }: ActionFunctionArgs) {
  try {
    await context.services.payments.receiveWebhook(request);
    return jsonReply(reply({ received: true }, 200));
  } catch (error) {
    context.services.payments.report(error);
    const refused = isAppError(error) && ["bad-request", "not-found"].includes(error.code);
    return jsonReply(reply({ received: false }, refused ? error.status : 503));
  }
}
