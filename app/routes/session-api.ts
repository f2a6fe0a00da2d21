import type { LoaderFunctionArgs } from "@remix-run/node";
import { handleSession } from "../auth/session.instance.server.ts";
import { methodNotAllowed } from "../submissions/reply.server.ts";

/** Who is signed in, for what the browser fills into pages that are the same for everyone. */
export const loader = ({ request }: LoaderFunctionArgs) => handleSession(request);

export const action = () => methodNotAllowed("GET");
