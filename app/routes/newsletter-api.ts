import type { ActionFunctionArgs } from "@remix-run/node";
import { handleSubscription } from "../newsletter/newsletter.instance.server.ts";
import { jsonReply, methodNotAllowed } from "../submissions/reply.server.ts";

/** The newsletter form, sent by script. */
export const loader = () => methodNotAllowed("POST");

export async function action({ request }: ActionFunctionArgs) {
  return jsonReply(await handleSubscription(request));
}
