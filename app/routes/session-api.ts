import type { LoaderFunctionArgs } from "@remix-run/node";
import { methodNotAllowed } from "../submissions/form-action.server.ts";

/** Returns who is signed in, for pages whose HTML is the same for everyone. */
export const loader = ({ context, request }: LoaderFunctionArgs) => context.services.auth.session(request);

export const action = () => methodNotAllowed("GET");
