import type { DatabaseSync } from "node:sqlite";
import type { LakeDocument } from "../document.ts";
import type { ExpandedMutation } from "../mutation.ts";
import type { Placed } from "./document-index.ts";
import type { Change } from "./transaction-log.ts";

/** The documents at one moment. */
export interface Checkpoint {
  documents: ReadonlyMap<string, Placed>;
  /** The last transaction of the history. */
  lastTx: number;
}

export const lastTxOf = (database: DatabaseSync): number =>
  Number(database.prepare("SELECT max(seq) AS seq FROM tx").get()?.["seq"] ?? 0);

const bodyOf = ({ _rev, _updatedAt, ...body }: LakeDocument) => body;

const mutationOf = (id: string, after: LakeDocument | null): ExpandedMutation =>
  after ? { createOrReplace: bodyOf(after) } : { delete: { id } };

/** Returns what leads from the current documents back to those of a checkpoint. */
export function changesBack(
  current: ReadonlyMap<string, Placed>,
  { documents }: Checkpoint,
): Array<Change & { seq: number }> {
  const changes: Array<Change & { seq: number }> = [];
  for (const id of new Set([...current.keys(), ...documents.keys()])) {
    const [now, then] = [current.get(id), documents.get(id)];
    if (now?.document === then?.document) continue;
    const [before, after] = [now?.document ?? null, then?.document ?? null];
    const type = (after ?? before)?._type ?? "";
    const seq = then?.seq ?? now?.seq ?? 0;
    changes.push({ id, type, before, after, mutations: [mutationOf(id, after)], seq });
  }
  return changes;
}

/** Undoes changes in the database and deletes the history since the checkpoint, as one transaction. */
export function restoreRows(
  database: DatabaseSync,
  { lastTx, documents }: Checkpoint,
  changes: ReadonlyArray<Change & { seq: number }>,
): void {
  const remove = database.prepare("DELETE FROM document WHERE id = ?");
  const keep = database.prepare("INSERT OR IGNORE INTO tx_document (id, tx, json) VALUES (?, ?, ?)");
  const insert = database.prepare("INSERT INTO document (seq, id, tx) VALUES (?, ?, ?)");
  const stateBefore = database.prepare("SELECT max(tx) AS tx FROM tx_document WHERE id = ? AND tx <= ?");
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const { id } of changes) remove.run(id);
    for (const { id, after } of changes) {
      if (!after) continue;
      // The history may have been pruned since.
      const tx = Number(stateBefore.get(id, lastTx)?.["tx"] ?? lastTx);
      keep.run(id, tx, JSON.stringify(after));
      insert.run(documents.get(id)?.seq ?? null, id, tx);
    }
    database.prepare("DELETE FROM tx_document WHERE tx > ?").run(lastTx);
    database.prepare("DELETE FROM tx WHERE seq > ?").run(lastTx);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
