import { inboxes } from "./kinds.ts";

/** Number of new submissions by type. */
export type Unread = Readonly<Record<string, number>>;

const counts = inboxes
  .filter(({ hasStatus }) => hasStatus)
  .map(({ type }) => `"${type}": count(*[_type == "${type}" && coalesce(adminStatus, "new") == "new"])`);

/** GROQ: an `Unread`. */
export const UNREAD = `{ ${counts.join(", ")} }`;
