import { inboxOf } from "./kinds.ts";

interface Stored {
  _id: string;
  _type: string;
}

/**
 * Returns a submission as a JSON file, the same as the admin pages offer: the whole document, its id also under the name of
 * docs/specification.md, section 3, named `questionnaire-{id}.json` (section 6), without the prefix that the id has for its type.
 */
export function submissionFile(document: Stored): { name: string; text: string } {
  const { _id: id, _type } = document;
  return {
    name: `${inboxOf(_type)?.file ?? _type}-${id.slice(id.indexOf(".") + 1)}.json`,
    text: `${JSON.stringify({ id, ...document }, null, 2)}\n`,
  };
}
