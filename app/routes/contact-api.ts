import type { ActionFunctionArgs } from "@remix-run/node";
import { handleContact } from "../contact/contact.instance.server.ts";
import { jsonReply, methodNotAllowed } from "../submissions/reply.server.ts";

/** The contact form, sent by script. */
export const loader = () => methodNotAllowed("POST");

export async function action({ request }: ActionFunctionArgs) {
  return jsonReply(await handleContact(request));
}
