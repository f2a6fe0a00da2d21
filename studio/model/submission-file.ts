import { inboxOf } from "./kinds.ts";

interface Stored {
  _id: string;
  _type: string;
}

/** The store's own fields and the admins' notes: no part of what was sent. */
const isSent = (name: string) => !name.startsWith("_") && name !== "adminNotes";

/** A submission as a JSON file: `questionnaire-<id>.json` (specification 6), the id without the type before its dot. */
export function submissionFile(document: Stored): { name: string; text: string } {
  const id = document._id.replace(/^drafts\./, "").replace(/^[a-zA-Z]+\./, "");
  const sent = Object.fromEntries(Object.entries(document).filter(([name]) => isSent(name)));
  return {
    name: `${inboxOf(document._type)?.file ?? document._type}-${id}.json`,
    text: `${JSON.stringify({ id, ...sent }, null, 2)}\n`,
  };
}
