import type { ActionFunctionArgs } from "@remix-run/node";
import { handleSignIn } from "../auth/auth.instance.server.ts";
import { methodNotAllowed } from "../submissions/reply.server.ts";

/** The sign-in form, sent by script. */
export const loader = () => methodNotAllowed("POST");

export async function action({ request }: ActionFunctionArgs) {
  const { outcome, ...init } = await handleSignIn(request);
  return Response.json(outcome, init);
}
