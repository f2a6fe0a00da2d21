import { inboxOf } from "./kinds.ts";

interface Stored {
  _id: string;
  _type: string;
}

/**
 * A submission as a JSON file, the same as the admin pages give: the whole document, its id under the name of specification 3
 * too, called `questionnaire-{id}.json` (specification 6).
 */
export function submissionFile(document: Stored): { name: string; text: string } {
  const { _id: id, _type } = document;
  return {
    name: `${inboxOf(_type)?.file ?? _type}-${id}.json`,
    text: `${JSON.stringify({ id, ...document }, null, 2)}\n`,
  };
}
