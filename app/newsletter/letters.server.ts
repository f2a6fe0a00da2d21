import { mailJob, type LetterSite } from "../submissions/mail/letter.ts";
import type { Letters } from "../submissions/queue/submission-queue.server.ts";
import { NEWSLETTER_TEXTS } from "./messages.ts";
import { subscriberKey, type Subscriber } from "./subscriber.server.ts";
import { unsubscribeHeaders, unsubscribeUrl } from "./unsubscribe-link.server.ts";

const DAY = 24 * 60 * 60 * 1000;

/**
 * The welcome to a new subscriber, with the way out. An address that has been subscribed for longer gets none, however
 * often somebody enters it.
 */
export function welcomeLetters({ publicUrl, secret }: LetterSite): Letters<Subscriber> {
  return ({ _id, email, subscribed_at }) => {
    if (Date.now() - Date.parse(subscribed_at) > DAY) return [];
    const leave = unsubscribeUrl(secret, publicUrl, subscriberKey(secret, email));
    const welcome = mailJob(_id, "welcome", {
      to: email,
      subject: "Welcome to our newsletter",
      paragraphs: [
        `${NEWSLETTER_TEXTS.thanksHeading} ${NEWSLETTER_TEXTS.thanks}`,
        `${NEWSLETTER_TEXTS.privacy} If it was not you who subscribed, the link below ends it.`,
      ],
      link: { text: NEWSLETTER_TEXTS.leaveHeading, href: leave, quiet: true },
      limited: true,
      headers: unsubscribeHeaders(leave),
    });
    return [welcome];
  };
}
