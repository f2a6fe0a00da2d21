import { AppError } from "../../platform/errors.ts";
import { clearSuspicion } from "../../submissions/create.server.ts";
import { readForm } from "../../platform/http/form-body.server.ts";
import {
  keepAfterAll,
  keepSubmission,
  takeBackSubmission,
  type Keeper,
} from "../../submissions/keep-submission.server.ts";
import type { SubmissionEmails } from "../../submissions/queue/submission-queue.server.ts";
import { failureReply, reply } from "../../submissions/reply.server.ts";
import type { Reply } from "../../submissions/reply.server.ts";
import { storeError } from "../../platform/store-error.server.ts";
import { TRAP_FIELDS } from "../../submissions/trap/trap-names.ts";
import { suspectedField, type Judge, type Trap } from "../../submissions/trap/trap.server.ts";
import { MAX_EMAIL } from "./email.ts";
import type { NewsletterOutcome, UnsubscribeOutcome } from "./outcome.ts";
import { newsletterSchema } from "./schema.server.ts";
import { subscriberId, subscriberKey } from "./subscriber.server.ts";
import type { Subscriber } from "./subscriber.server.ts";
import { readUnsubscribeToken } from "./unsubscribe-link.server.ts";

const TYPE = "newsletterSubscriber";

export interface NewsletterReceiver extends Keeper {
  secret: string;
  /** Throws an AppError `too-many-requests` when this visitor has sent too much. */
  throttle?: (callerKey: string) => Promise<void>;
  trap?: Trap;
  emails?: SubmissionEmails<Subscriber>;
}

/**
 * Takes a posted address and keeps it once as `subscriber.<hmac>`. An address that is already there answers the same, so
 * the form tells nobody who is subscribed. Never throws.
 */
export async function receiveSubscription(
  request: Request,
  callerKey: string,
  receiver: NewsletterReceiver,
): Promise<Reply<NewsletterOutcome>> {
  let typed = "";
  try {
    await receiver.throttle?.(callerKey);
    const form = await readForm(request, ["email", ...TRAP_FIELDS]);
    typed = String(form.get("email") ?? "").slice(0, MAX_EMAIL);
    const judge = receiver.trap?.(form, callerKey);
    const parsed = newsletterSchema.safeParse(Object.fromEntries(form));
    if (!parsed.success) return reply({ status: "invalid", email: typed }, 422);
    const { email } = parsed.data;
    await keepSubscriber(email, judge, receiver);
    return reply({ status: "subscribed" }, 200);
  } catch (cause) {
    const failure = failureReply(cause, receiver.report);
    return { ...failure, outcome: { ...failure.outcome, email: typed } };
  }
}

/**
 * An address that only a program may have entered is not written to, so that nobody sends strangers our mail. When its owner
 * subscribes later, the suspicion is over and the welcome goes out.
 */
async function keepSubscriber(
  email: string,
  judge: Judge | undefined,
  receiver: NewsletterReceiver,
): Promise<void> {
  const id = subscriberId(subscriberKey(receiver.secret, email));
  const suspicion = (await judge?.(id)) ?? null;
  const document: Subscriber = {
    email,
    subscribed_at: new Date().toISOString(),
    source: "popup",
    ...suspectedField(suspicion),
  };
  const emails: SubmissionEmails<Subscriber> = (kept) =>
    (suspicion ? undefined : receiver.emails?.(kept.suspected ? { ...kept, ...document } : kept)) ?? [];
  await keepAfterAll(receiver, id);
  const kept = await keepSubmission(receiver, { type: TYPE, id, document }, emails);
  // The subscription stands whatever becomes of the note on it.
  if (kept.suspected && !suspicion)
    await clearSuspicion(receiver.client, id, receiver.policy).catch((cause) =>
      receiver.report(storeError(cause)),
    );
}

/**
 * Ends the subscription named by the signed token in the address: by the page's button or by a mail program's one-click
 * request (RFC 8058), whose body says nothing that the address does not. While the store is away it ends as soon as that is
 * back. Leaving twice is fine. Never throws.
 */
export async function receiveUnsubscribe(
  request: Request,
  receiver: NewsletterReceiver,
): Promise<Reply<UnsubscribeOutcome>> {
  try {
    if (request.method !== "POST")
      throw new AppError("bad-request", "Only POST is understood.", { status: 405 });
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const key = readUnsubscribeToken(receiver.secret, token);
    if (!key) return reply({ status: "bad-link" }, 400);
    await takeBackSubmission(receiver, { type: TYPE, id: subscriberId(key) });
    return reply({ status: "unsubscribed" }, 200);
  } catch (cause) {
    return failureReply(cause, receiver.report);
  }
}
