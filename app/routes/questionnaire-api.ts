import type { ActionFunctionArgs } from "@remix-run/node";
import { handleQuestionnaire } from "../questionnaire/questionnaire.instance.server.ts";
import { jsonReply, methodNotAllowed } from "../submissions/reply.server.ts";

/** The questionnaire, sent by script. */
export const loader = () => methodNotAllowed("POST");

export async function action({ request }: ActionFunctionArgs) {
  return jsonReply(await handleQuestionnaire(request));
}
