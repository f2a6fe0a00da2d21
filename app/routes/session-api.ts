import type { LoaderFunctionArgs } from "@remix-run/node";
import { methodNotAllowed } from "../submissions/form-action.server.ts";

/** Who is signed in, for what the browser fills into pages that are the same for everyone. */
export const loader = ({ context, request }: LoaderFunctionArgs) => context.services.auth.session(request);

export const action = () => methodNotAllowed("GET");
