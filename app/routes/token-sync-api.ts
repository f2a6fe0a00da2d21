import type { ActionFunctionArgs } from "@remix-run/node";
import { methodNotAllowed } from "../submissions/form-action.server.ts";

/** The receiver of ID tokens. */
export const loader = () => methodNotAllowed("POST, DELETE");

export const action = ({ context, request }: ActionFunctionArgs) => context.services.auth.syncToken(request);
