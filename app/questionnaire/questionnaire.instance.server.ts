import { writeClient } from "../content/client.instance.server.ts";
import { env } from "../platform/env.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import { secret } from "../platform/secret.instance.server.ts";
import { letterSite } from "../submissions/mail/site-mail.instance.server.ts";
import { siteQueue } from "../submissions/queue/site-queue.instance.server.ts";
import { trap } from "../submissions/trap/trap.instance.server.ts";
import { reportTo } from "../submissions/report.server.ts";
import { fileStorage } from "./files.instance.server.ts";
import { questionnaireLetters } from "./letters.server.ts";
import { receiveQuestionnaire } from "./receive.server.ts";

const throttle = createThrottle({ name: "questionnaire", requests: 40, seconds: 600 }, env.redis);

/** Takes a questionnaire into this site's content store, and its files into the data directory. */
export const handleQuestionnaire = async (request: Request) =>
  receiveQuestionnaire(request, {
    client: writeClient,
    queue: siteQueue(writeClient),
    secret,
    storage: await fileStorage(),
    throttle,
    trap,
    letters: questionnaireLetters(letterSite),
    report: reportTo(log, "questionnaire"),
  });
