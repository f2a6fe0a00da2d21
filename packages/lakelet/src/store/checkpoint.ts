import type { DatabaseSync } from "node:sqlite";
import type { LakeDocument } from "../model/document.ts";
import type { ExpandedMutation } from "../model/mutation.ts";
import { inTransaction } from "./database.ts";
import type { DocumentIndex } from "./document-index.ts";
import type { Change } from "./transaction-log.ts";

export interface Placed {
  document: LakeDocument;
  /** Its row in the database, in the order of creation. */
  seq: number;
}

/** The documents that change while it is open. */
export interface ChangeWatch {
  /** By id, as they were before their first change; null for those created. */
  readonly changed: Map<string, Placed | null>;
  end(): void;
}

/** The documents at one moment. */
export interface Checkpoint extends ChangeWatch {
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
  current: DocumentIndex,
  { changed }: Checkpoint,
): Array<Change & { seq: number }> {
  const changes: Array<Change & { seq: number }> = [];
  for (const [id, then] of changed) {
    const [before, after] = [current.get(id) ?? null, then?.document ?? null];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    const type = (after ?? before)?._type ?? "";
    const seq = then?.seq ?? current.seqOf(id);
    changes.push({ id, type, before, after, mutations: [mutationOf(id, after)], seq });
  }
  return changes;
}

/** Undoes changes in the database and deletes the history since the checkpoint, as one transaction. */
export function restoreRows(
  database: DatabaseSync,
  { lastTx }: Checkpoint,
  changes: ReadonlyArray<Change & { seq: number }>,
): void {
  const remove = database.prepare("DELETE FROM document WHERE id = ?");
  const keep = database.prepare(
    "INSERT INTO tx_document (id, tx, json) VALUES (?, ?, ?) ON CONFLICT (id, tx) DO UPDATE SET json = excluded.json",
  );
  const ensure = database.prepare(
    "INSERT OR IGNORE INTO tx (seq, id, timestamp, author) VALUES (?, 'restored', ?, 'lake')",
  );
  const insert = database.prepare("INSERT INTO document (seq, id, tx) VALUES (?, ?, ?)");
  const stateBefore = database.prepare("SELECT max(tx) AS tx FROM tx_document WHERE id = ? AND tx <= ?");
  inTransaction(database, () => {
    for (const { id } of changes) remove.run(id);
    for (const { id, after, seq } of changes) {
      if (!after) continue;
      // The history may have been pruned or forgotten since.
      const tx = Number(stateBefore.get(id, lastTx)?.["tx"] ?? lastTx);
      ensure.run(tx, after._updatedAt);
      keep.run(id, tx, JSON.stringify(after));
      insert.run(seq, id, tx);
    }
    database.prepare("DELETE FROM tx_document WHERE tx > ?").run(lastTx);
    database.prepare("DELETE FROM tx WHERE seq > ?").run(lastTx);
  });
}
