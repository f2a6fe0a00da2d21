import { writeClient } from "../content/client.instance.server.ts";
import { env } from "../platform/env.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";
import { secret } from "../platform/secret.instance.server.ts";
import { letterSite } from "../submissions/mail/site-mail.instance.server.ts";
import { siteQueue } from "../submissions/queue/site-queue.instance.server.ts";
import { trap } from "../submissions/trap/trap.instance.server.ts";
import { reportTo } from "../submissions/report.server.ts";
import { welcomeLetters } from "./letters.server.ts";
import { receiveSubscription, receiveUnsubscribe } from "./receive.server.ts";
import type { NewsletterReceiver } from "./receive.server.ts";
import { readUnsubscribeToken } from "./unsubscribe-link.server.ts";

const receiver: NewsletterReceiver = {
  client: writeClient,
  queue: siteQueue(writeClient),
  letters: welcomeLetters(letterSite),
  secret,
  trap,
  throttle: createThrottle({ name: "newsletter", requests: 20, seconds: 600 }, env.redis),
  report: reportTo(log, "newsletter"),
};

/** The newsletter of this site's content store. */
export const handleSubscription = (request: Request) => receiveSubscription(request, receiver);
export const handleUnsubscribe = (request: Request) => receiveUnsubscribe(request, receiver);

/** Whether the link that brought the visitor here was made by this site. */
export function isGoodUnsubscribeLink(request: Request): boolean {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return readUnsubscribeToken(secret, token) !== undefined;
}
