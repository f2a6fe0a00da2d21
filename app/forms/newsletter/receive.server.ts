import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import { AppError } from "../../platform/errors.ts";
import { createThrottle } from "../../platform/rate-limit.server.ts";
import { clearSpamReason } from "../../submissions/store.server.ts";
import { readForm } from "../../platform/http/form-body.server.ts";
import {
  cancelWithdrawal,
  saveSubmission,
  withdrawSubmission,
  type SubmissionStore,
} from "../../submissions/save-submission.server.ts";
import {
  type FormDeps,
  reportTo,
  failureReply,
  reply,
  type Reply,
} from "../../submissions/form-action.server.ts";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import { storeError } from "../../platform/content-store.server.ts";
import { SPAM_FIELDS } from "../../submissions/spam/page-token.ts";
import {
  suspectedField,
  type FindSpamReason,
  type SpamCheck,
} from "../../submissions/spam/spam-check.server.ts";
import { welcomeEmails } from "./emails.server.tsx";
import {
  newsletterSchema,
  readUnsubscribeToken,
  subscriberId,
  subscriberKey,
  type Subscriber,
} from "./subscriber.server.ts";
import {
  readSource,
  type SubscribeResult,
  type SubscriptionSource,
  type UnsubscribeResult,
} from "./subscription.ts";

const TYPE = "newsletterSubscriber";

export interface NewsletterReceiver extends SubmissionStore {
  secret: string;
  /** Throws an AppError `too-many-requests` when this visitor has sent too much. */
  throttle?: (callerKey: string) => Promise<void>;
  spamCheck?: SpamCheck;
  emails?: SubmissionEmails<Subscriber>;
}

/** The newsletter of this site. */
export function createNewsletter({ env, log, secret, clients, queue, emailSite, spamCheck }: FormDeps) {
  const receiver: NewsletterReceiver = {
    client: clients.writeClient,
    queue,
    emails: welcomeEmails(emailSite),
    secret,
    spamCheck,
    throttle: createThrottle({ name: "newsletter", requests: 20, seconds: 600 }, env.redis),
    report: reportTo(log, "newsletter"),
  };
  return {
    subscribe: (request: Request, callerKey: string) => receiveSubscription(request, callerKey, receiver),
    unsubscribe: (request: Request) => receiveUnsubscribe(request, receiver),
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
export async function receiveSubscription(
  request: Request,
  callerKey: string,
  receiver: NewsletterReceiver,
): Promise<Reply<SubscribeResult>> {
  let typed: SubmissionResult | undefined;
  let source: SubscriptionSource = "popup";
  try {
    await receiver.throttle?.(callerKey);
    const form = await readForm(request, ["email", "source", ...SPAM_FIELDS]);
    source = readSource(form.get("source"));
    const findSpamReason = receiver.spamCheck?.(form, callerKey);
    const fields = new URLSearchParams({ email: String(form.get("email") ?? "") });
    const submission = parseWithZod(fields, { schema: newsletterSchema });
    typed = submission.reply();
    if (submission.status !== "success") return reply({ status: "invalid", submission: typed, source }, 422);
    await keepSubscriber({ ...submission.value, source }, findSpamReason, receiver);
    return reply({ status: "subscribed" }, 200);
  } catch (cause) {
    const failure = failureReply(cause, receiver.report);
    return { ...failure, result: { ...failure.result, ...(typed ? { submission: typed } : {}), source } };
  }
}

/**
 * Saves the subscription. A suspected one gets no email, so that nobody can make us write to strangers. When the same email
 * is subscribed again without suspicion, the stored reason is removed and the welcome is sent.
 */
async function keepSubscriber(
  { email, source }: Pick<Subscriber, "email" | "source">,
  findSpamReason: FindSpamReason | undefined,
  receiver: NewsletterReceiver,
): Promise<void> {
  const id = subscriberId(subscriberKey(receiver.secret, email));
  const spamReason = (await findSpamReason?.(id)) ?? null;
  const document: Subscriber = {
    email,
    subscribed_at: new Date().toISOString(),
    source,
    ...suspectedField(spamReason),
  };
  const emails: SubmissionEmails<Subscriber> = (kept) =>
    (spamReason ? undefined : receiver.emails?.(kept.suspected ? { ...kept, ...document } : kept)) ?? [];
  await cancelWithdrawal(receiver, id);
  const kept = await saveSubmission(receiver, { type: TYPE, id, document }, emails);
  // The subscription is saved, whether or not its spam reason can be removed.
  if (kept.suspected && !spamReason)
    await clearSpamReason(receiver.client, id, receiver.policy).catch((cause) =>
      receiver.report(storeError(cause)),
    );
}

/**
 * Ends the subscription that the signed token in the URL names: for the page's button and for a mail program's one-click
 * request (RFC 8058), whose body is not needed. While the store is unavailable the removal waits in the queue. Unsubscribing
 * twice is fine. Never throws.
 */
export async function receiveUnsubscribe(
  request: Request,
  receiver: NewsletterReceiver,
): Promise<Reply<UnsubscribeResult>> {
  try {
    if (request.method !== "POST")
      throw new AppError("bad-request", "Only POST is understood.", { status: 405 });
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const key = readUnsubscribeToken(receiver.secret, token);
    if (!key) return reply({ status: "bad-link" }, 400);
    await withdrawSubmission(receiver, { type: TYPE, id: subscriberId(key) });
    return reply({ status: "unsubscribed" }, 200);
  } catch (cause) {
    return failureReply(cause, receiver.report);
  }
}
