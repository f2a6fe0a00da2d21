const MINUTE_MS = 60_000;
const MAX_DAYS = 366;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * When a draft is to be published. Stored as a draft that is never published, so that editors see it and visitors do not. The
 * site reads it (`app/content/scheduled-publishing.server.ts`).
 */
export interface PublishSchedule {
  _id: string;
  _type: "publishSchedule";
  publishedId: string;
  /** ISO time in UTC. */
  publishAt: string;
  /** In plain words: why the draft could not be published when it was due. The site tries again until it can, unless `isDropped`. */
  problem?: string;
  /** Whoever scheduled may no longer publish. */
  isDropped?: boolean;
}

const publishedIdOf = (id: string): string => id.replace(/^drafts\./, "");

export const scheduleIdOf = (documentId: string): string => `drafts.publish-${publishedIdOf(documentId)}`;

/** Returns the schedule of a document. `publishAt` is a time that `scheduleError` accepts. */
export const scheduleOf = (documentId: string, publishAt: string): PublishSchedule => ({
  _id: scheduleIdOf(documentId),
  _type: "publishSchedule",
  publishedId: publishedIdOf(documentId),
  publishAt: new Date(publishAt).toISOString(),
});

/** Returns null, or why nothing can be scheduled for a time. */
export function scheduleError(publishAt: string, now: number): string | null {
  const time = Date.parse(publishAt);
  if (Number.isNaN(time)) return "Choose a date and a time.";
  if (time <= now) return "Choose a time in the future.";
  return time > now + MAX_DAYS * DAY_MS ? "Choose a time within a year." : null;
}

/** Returns a time as an input of the type `datetime-local` has it, in the browser's time zone. */
export function localInputValue(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * MINUTE_MS;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
}
