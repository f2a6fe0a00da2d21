import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonReply, methodNotAllowed } from "../submissions/reply.server.ts";

/** The contact form, sent by script. */
export const loader = () => methodNotAllowed("POST");

export async function action({ context, request }: ActionFunctionArgs) {
  return jsonReply(await context.services.contact.receive(request, context.callerKey));
}
