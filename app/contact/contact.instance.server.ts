import { writeClient } from "../content/client.instance.server.ts";
import { env } from "../platform/env.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import { secret } from "../platform/secret.instance.server.ts";
import { letterSite } from "../submissions/mail/site-mail.instance.server.ts";
import { siteQueue } from "../submissions/queue/site-queue.instance.server.ts";
import { trap } from "../submissions/trap/trap.instance.server.ts";
import { reportTo } from "../submissions/report.server.ts";
import { contactLetters } from "./letters.server.ts";
import { receiveContact } from "./receive.server.ts";

/** More than anybody has to say, and too little to fill the store. */
const throttle = createThrottle({ name: "contact", requests: 20, seconds: 600 }, env.redis);

/** Takes a contact message into this site's content store. */
export const handleContact = (request: Request) =>
  receiveContact(request, {
    client: writeClient,
    queue: siteQueue(writeClient),
    secret,
    throttle,
    trap,
    letters: contactLetters(letterSite),
    report: reportTo(log, "contact"),
  });
