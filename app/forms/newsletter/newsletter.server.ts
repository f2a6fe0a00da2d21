import { createThrottle } from "../../platform/rate-limit.server.ts";
import type { FormDeps } from "../../submissions/form-deps.server.ts";
import { reportTo } from "../../submissions/report.server.ts";
import { welcomeEmails } from "./emails.server.tsx";
import { receiveSubscription, receiveUnsubscribe } from "./receive.server.ts";
import type { NewsletterReceiver } from "./receive.server.ts";
import { readUnsubscribeToken } from "./unsubscribe-link.server.ts";

/** The newsletter of this site. */
export function createNewsletter({ env, log, secret, clients, queue, emailSite, trap }: FormDeps) {
  const receiver: NewsletterReceiver = {
    client: clients.writeClient,
    queue,
    emails: welcomeEmails(emailSite),
    secret,
    trap,
    throttle: createThrottle({ name: "newsletter", requests: 20, seconds: 600 }, env.redis),
    report: reportTo(log, "newsletter"),
  };
  return {
    subscribe: (request: Request, callerKey: string) => receiveSubscription(request, callerKey, receiver),
    unsubscribe: (request: Request) => receiveUnsubscribe(request, receiver),
    /** Whether the link that brought the visitor here was made by this site. */
    isGoodUnsubscribeLink(request: Request): boolean {
      const token = new URL(request.url).searchParams.get("token") ?? "";
      return readUnsubscribeToken(secret, token) !== undefined;
    },
  };
}
