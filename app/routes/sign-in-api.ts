import type { ActionFunctionArgs } from "@remix-run/node";
import { methodNotAllowed } from "../submissions/reply.server.ts";

/** The sign-in form, sent by script. */
export const loader = () => methodNotAllowed("POST");

export async function action({ context, request }: ActionFunctionArgs) {
  const { outcome, ...init } = await context.services.auth.signIn(request, context.callerKey);
  return Response.json(outcome, init);
}
