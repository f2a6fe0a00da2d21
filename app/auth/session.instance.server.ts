import { env } from "../platform/env.instance.server.ts";
import { secret } from "../platform/secret.instance.server.ts";
import { reportSignIn } from "./report.server.ts";
import { sessionAnswer } from "./session-answer.server.ts";
import { visitors } from "./visitors.instance.server.ts";

/** Answers `GET /api/session`. */
export const handleSession = (request: Request) =>
  sessionAnswer(request, {
    stateOf: visitors.stateOf,
    syncPath: env.tokenSyncUrl,
    secret,
    publicUrl: env.publicUrl,
    report: reportSignIn,
  });
