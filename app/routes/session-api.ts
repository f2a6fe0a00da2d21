import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionAnswer } from "../auth/session-answer.server.ts";
import { methodNotAllowed } from "../submissions/reply.server.ts";

/** Who is signed in, for what the browser fills into pages that are the same for everyone. */
export const loader = ({ request }: LoaderFunctionArgs) => sessionAnswer(request);

export const action = () => methodNotAllowed("GET");
