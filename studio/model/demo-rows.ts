import { DEMO_IDS, demoFields, isShown, isUnchanged } from "../../app/model/demo.ts";

export type SeededDocument = Readonly<Record<string, unknown>> & {
  _id: string;
  _type: string;
  _createdAt: string;
  _updatedAt: string;
};

export interface DemoRow {
  id: string;
  type: string;
  /** The fields that name the demo company; none for a document that is unchanged. */
  fields: string[];
}

/** Returns the ids of the rows that can be kept: those that do not name the demo company. */
export const keepable = (rows: readonly DemoRow[]): string[] =>
  rows.filter(({ fields }) => fields.length === 0).map(({ id }) => id);

/**
 * Returns the documents that are still the demo's: first those that name its company, each in the order of the seed. Without those of
 * pages that are switched off.
 */
export function demoRows(
  documents: readonly SeededDocument[],
  kept: readonly string[],
  off: readonly string[],
): DemoRow[] {
  const shown = documents.filter(({ _id }) => isShown(_id, off));
  const rows = shown.map((document) => ({
    id: document._id,
    type: document._type,
    fields: demoFields(document),
    isLeft: isUnchanged(document) && !kept.includes(document._id),
  }));
  return rows
    .filter(({ fields, isLeft }) => isLeft || fields.length > 0)
    .toSorted(
      (a, b) =>
        Number(b.fields.length > 0) - Number(a.fields.length > 0) ||
        DEMO_IDS.indexOf(a.id) - DEMO_IDS.indexOf(b.id),
    )
    .map(({ id, type, fields }) => ({ id, type, fields }));
}
