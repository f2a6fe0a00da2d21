import { emailJob, type EmailSite } from "../../email/email.ts";
import { newsletterWelcome } from "../../model/emails/forms.ts";
import { readSource } from "../../model/newsletter.ts";
import { storeError } from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import { receiveForm, reply, type Reply } from "../../platform/http/receive-form.server.ts";
import {
  failedBy,
  publicForm,
  receiverDeps,
  type FormDeps,
  type ReceiverDeps,
} from "../../submissions/form-action.server.ts";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import {
  cancelWithdrawal,
  saveSubmission,
  withdrawSubmission,
} from "../../submissions/save-submission.server.ts";
import { SPAM_FIELDS } from "../../submissions/spam/page-token.ts";
import { suspectedField, type FindSpamReason } from "../../submissions/spam/spam-check.server.ts";
import { clearSpamReason } from "../../submissions/store.server.ts";
import type { SubscribeResult, UnsubscribeResult } from "./sign-up.ts";
import {
  newsletterSchema,
  readUnsubscribeToken,
  subscriberId,
  subscriberKey,
  unsubscribeHeaders,
  unsubscribeUrl,
  type Subscriber,
} from "./subscriber.server.ts";

const TYPE = "newsletterSubscriber";
const DAY_MS = 24 * 60 * 60 * 1000;

export type NewsletterDeps = ReceiverDeps<Subscriber>;

export function createNewsletter(site: FormDeps) {
  const { secret } = site;
  const deps = receiverDeps(site, { name: "newsletter", requests: 20 }, welcomeEmails(site.emailSite));
  return {
    subscribe: (request: Request, callerKey: string) => receiveSubscription(request, callerKey, deps),
    unsubscribe: (request: Request) => receiveUnsubscribe(request, deps),
    /** Whether this site made the link. */
    isValidUnsubscribeLink(request: Request): boolean {
      const token = new URL(request.url).searchParams.get("token") ?? "";
      return readUnsubscribeToken(secret, token) !== undefined;
    },
  };
}

/**
 * Saves a posted email once as `subscriber.<hmac>`. The result is the same for an email that is already subscribed, so the
 * form tells nobody who is subscribed. Never throws: every failure is a result with its status.
 */
export function receiveSubscription(
  request: Request,
  callerKey: string,
  deps: NewsletterDeps,
): Promise<Reply<SubscribeResult>> {
  const rules = {
    ...publicForm(deps, callerKey),
    names: ["email", "source", ...SPAM_FIELDS],
    schema: newsletterSchema,
  };
  return receiveForm(request, rules, async ({ value, form, spam }) => {
    await keepSubscriber({ ...value, source: readSource(form.get("source")) }, spam, deps);
    return reply({ status: "subscribed" });
  });
}

/**
 * Saves the subscription. A suspected one gets no email, so that nobody can make us write to strangers. When the same email
 * is subscribed again without suspicion, the stored reason is removed and the welcome is sent.
 */
async function keepSubscriber(
  { email, source }: Pick<Subscriber, "email" | "source">,
  findSpamReason: FindSpamReason | undefined,
  deps: NewsletterDeps,
): Promise<void> {
  const id = subscriberId(subscriberKey(deps.secret, email));
  const spamReason = (await findSpamReason?.(id)) ?? null;
  const document: Subscriber = {
    email,
    subscribed_at: new Date().toISOString(),
    source,
    ...suspectedField(spamReason),
  };
  const emails: SubmissionEmails<Subscriber> = (kept) =>
    (spamReason ? undefined : deps.emails?.(kept.suspected ? { ...kept, ...document } : kept)) ?? [];
  await cancelWithdrawal(deps, id);
  const kept = await saveSubmission(deps, { type: TYPE, id, document }, emails);
  // The subscription is saved, whether or not its spam reason can be removed.
  if (kept.suspected && !spamReason)
    await clearSpamReason(deps.client, id, deps.policy).catch((cause) => deps.report(storeError(cause)));
}

/**
 * Ends the subscription that the signed token in the URL names: for the page's button and for a mail program's one-click
 * request (RFC 8058), whose body is not needed. While the store is unavailable the removal waits in the queue. Unsubscribing
 * twice is fine. Never throws.
 */
export async function receiveUnsubscribe(
  request: Request,
  deps: NewsletterDeps,
): Promise<Reply<UnsubscribeResult>> {
  try {
    if (request.method !== "POST")
      throw new AppError("bad-request", "Only POST is understood.", { status: 405 });
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const key = readUnsubscribeToken(deps.secret, token);
    if (!key) return reply({ status: "bad-link" }, 400);
    await withdrawSubmission(deps, { type: TYPE, id: subscriberId(key) });
    return reply({ status: "unsubscribed" }, 200);
  } catch (cause) {
    return failedBy(deps.report)(cause);
  }
}

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
      template: newsletterWelcome,
      props: { unsubscribe },
      limited: true,
      headers: unsubscribeHeaders(unsubscribe),
    });
    return [job];
  };
}
