import { createThrottle } from "../../platform/rate-limit.server.ts";
import type { FormDeps } from "../../submissions/form-deps.server.ts";
import { reportTo } from "../../submissions/report.server.ts";
import { contactEmails } from "./emails.server.tsx";
import { receiveContact } from "./receive.server.ts";

/** The contact form of this site. */
export function createContact({ env, log, secret, clients, queue, emailSite, trap }: FormDeps) {
  const receiver = {
    client: clients.writeClient,
    queue,
    secret,
    /** More than anybody has to say, and too little to fill the store. */
    throttle: createThrottle({ name: "contact", requests: 20, seconds: 600 }, env.redis),
    trap,
    emails: contactEmails(emailSite),
    report: reportTo(log, "contact"),
  };
  return { receive: (request: Request, callerKey: string) => receiveContact(request, callerKey, receiver) };
}
