import { createThrottle } from "../../platform/rate-limit.server.ts";
import type { FormDeps } from "../../submissions/form-deps.server.ts";
import { reportTo } from "../../submissions/report.server.ts";
import type { Files } from "./files.server.ts";
import { questionnaireEmails } from "./emails.server.tsx";
import { receiveQuestionnaire } from "./receive.server.ts";

interface QuestionnaireDeps extends FormDeps {
  files: Pick<Files, "storage">;
}

/** The questionnaire of this site, whose files are kept in the data directory. */
export function createQuestionnaire(deps: QuestionnaireDeps) {
  const { env, log, secret, clients, queue, emailSite, trap, files } = deps;
  const receiver = {
    client: clients.writeClient,
    queue,
    secret,
    throttle: createThrottle({ name: "questionnaire", requests: 40, seconds: 600 }, env.redis),
    trap,
    emails: questionnaireEmails(emailSite),
    report: reportTo(log, "questionnaire"),
  };
  return {
    receive: async (request: Request, callerKey: string, requestId: string) =>
      receiveQuestionnaire(request, callerKey, { ...receiver, requestId, storage: await files.storage() }),
  };
}
