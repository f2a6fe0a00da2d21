import type { ActionFunctionArgs } from "@remix-run/node";
import { throwReply } from "../platform/http/receive-form.server.ts";
import { methodNotAllowed } from "../submissions/form-action.server.ts";

export const loader = () => methodNotAllowed("POST");

/** Takes the report of an error that happened in a browser. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  await context.services.clientErrors.report(request, context.callerKey).catch(throwReply);
  return new Response(null, { status: 204 });
}
