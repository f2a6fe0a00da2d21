import { defineQuery } from "groq";
import { emailJob, type EmailSite } from "../email/email.ts";
import { DASHBOARD } from "../model/admin-paths.ts";
import { submissionsDigest, type DigestProps } from "../model/emails/admins.ts";
import { dateOf, formatDate } from "../model/format.ts";
import { LOCALE } from "../model/locale.ts";
import { kindOfType, TABLES } from "../model/tables.ts";
import type { Clock } from "../platform/clock.ts";
import { type ReadClient, throwStoreError } from "../platform/content-store.server.ts";
import type { SubmissionQueue } from "../submissions/queue/submission-queue.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";

/** Submissions that one digest lists; the rest is counted. */
const MAX_LISTED = 50;
/** Days that are made up for after a time when the site was off. */
const MAX_DAYS = 3;
const HOUR_MS = 3_600_000;
/** What is written in the last moment is found by then. */
const GRACE_MS = 5 * 60_000;

/** Submissions of the time after `$from`, up to `$to`. A contract that an admin made arrives when its client signs it. */
const digestQuery = defineQuery(`*[
  (_type in ["clientQuestionnaire", "contactSubmission", "contract"] && _createdAt > $from && _createdAt <= $to) ||
  (_type == "adminContract" && agreedToTerms == true && submittedAt > $from && submittedAt <= $to)
]{
  _id, _type,
  "at": select(_type == "adminContract" => submittedAt, _createdAt),
  "name": coalesce(name, contactInfo.name, contactInfo.firstName + " " + contactInfo.lastName, ""),
  "suspected": defined(suspected) && status != "completed"
} | order(at asc)`);

interface Arrived {
  _id: string;
  _type: string;
  at: string;
  name: string | null;
  suspected: boolean | null;
}

const hourFormat = new Intl.DateTimeFormat(LOCALE.language, {
  timeZone: LOCALE.timeZone,
  hour: "numeric",
  hourCycle: "h23",
});

/**
 * Returns the latest times at which it became `hour` o'clock in the company's time zone, newest first. In the night in which the
 * clocks go back that is the first time of two: the digest of that day is already sent at the second.
 */
export function digestTimes(now: Date, hour: number, count: number): Date[] {
  const isHour = (time: number) => Number(hourFormat.format(new Date(time))) === hour;
  const times: Date[] = [];
  for (let time = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS; times.length < count; time -= HOUR_MS)
    if (isHour(time) && !isHour(time - HOUR_MS)) times.push(new Date(time));
  return times;
}

interface DigestDeps {
  readClient: ReadClient;
  queue: Pick<SubmissionQueue, "send">;
  site: EmailSite;
  /** Hour of the day in the company's time zone. */
  hour: number;
  clock: Clock;
}

/**
 * Returns the job that emails admins once a day what arrived, for the last days too in case the site was off. Repeatable: each
 * day's email is queued once. Nothing is sent when nothing came. Throws an AppError when the store does not respond.
 */
export function createDigest({ readClient, queue, site, hour, clock }: DigestDeps) {
  function describe({ _id, _type, name, suspected }: Arrived) {
    const kind = kindOfType(_type) ?? "messages";
    const what = `${TABLES[kind].noun} of ${name?.trim() || "somebody"}`;
    const text = suspected ? `Suspected: ${what}` : what.charAt(0).toUpperCase() + what.slice(1);
    return { reference: referenceNumber(site.secret, _id), text };
  }

  function emailsOf(date: string, arrived: readonly Arrived[]) {
    const props: DigestProps = {
      day: formatDate(date),
      count: arrived.length,
      listed: arrived.slice(0, MAX_LISTED).map(describe),
      url: site.publicUrl + DASHBOARD,
    };
    return site.adminEmails.map((to) =>
      emailJob(`digest.${date}`, "digest", { to, template: submissionsDigest, props }),
    );
  }

  return async (): Promise<void> => {
    const times = digestTimes(new Date(clock().getTime() - GRACE_MS), hour, MAX_DAYS + 1).map((time) =>
      time.toISOString(),
    );
    const params = { from: times.at(-1) ?? "", to: times[0] ?? "" };
    const all = await readClient
      .fetch<Arrived[]>(digestQuery, params, { perspective: "published" })
      .catch(throwStoreError);
    for (let day = MAX_DAYS - 1; day >= 0; day -= 1) {
      const [from = "", to = ""] = [times[day + 1], times[day]];
      const arrived = all.filter(({ at }) => at > from && at <= to);
      if (arrived.length > 0) await queue.send(emailsOf(dateOf(new Date(to)), arrived));
    }
  };
}
