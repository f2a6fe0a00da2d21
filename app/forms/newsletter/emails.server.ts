import { emailJob, type EmailSite, type EmailTemplate } from "../../email/email.ts";
import { emailRow } from "../../email/email-row.server.tsx";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import { NEWSLETTER_WELCOME } from "./email-words.ts";
import { subscriberKey, unsubscribeHeaders, unsubscribeUrl, type Subscriber } from "./subscriber.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const welcome = emailRow<{ unsubscribe: string }>({
  words: NEWSLETTER_WELCOME,
  link: ({ unsubscribe }) => unsubscribe,
  isQuiet: true,
  preview: { unsubscribe: "https://harborlight.example/unsubscribe?token=4f1c" },
});

export const NEWSLETTER_EMAILS: readonly EmailTemplate[] = [welcome];

/**
 * Returns the welcome email to a new subscriber, with the link to unsubscribe. Whoever has been subscribed for more than a
 * day gets none, however often the email is entered.
 */
export function welcomeEmails({ publicUrl, secret }: EmailSite): SubmissionEmails<Subscriber> {
  return ({ _id, email, subscribed_at }) => {
    if (Date.now() - Date.parse(subscribed_at) > DAY_MS) return [];
    const unsubscribe = unsubscribeUrl(secret, publicUrl, subscriberKey(secret, email));
    const job = emailJob(_id, "welcome", {
      to: email,
      template: welcome,
      props: { unsubscribe },
      limited: true,
      headers: unsubscribeHeaders(unsubscribe),
    });
    return [job];
  };
}
