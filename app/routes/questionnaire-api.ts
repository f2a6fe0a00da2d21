import type { ActionFunctionArgs } from "@remix-run/node";
import { jsonReply, methodNotAllowed } from "../submissions/reply.server.ts";

/** The questionnaire, sent by script. */
export const loader = () => methodNotAllowed("POST");

export async function action({ context, request }: ActionFunctionArgs) {
  return jsonReply(
    await context.services.questionnaire.receive(request, context.callerKey, context.requestId),
  );
}
