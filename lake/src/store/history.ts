import type { DatabaseSync } from "node:sqlite";

const STEPS = [
  // What has a newer state, first: after the next step the state before a deletion would look like the newest.
  `DELETE FROM tx_document WHERE tx IN (SELECT seq FROM tx WHERE timestamp < ?)
   AND EXISTS (SELECT 1 FROM tx_document AS newer WHERE newer.id = tx_document.id AND newer.tx > tx_document.tx)`,
  `DELETE FROM tx_document WHERE json IS NULL AND tx IN (SELECT seq FROM tx WHERE timestamp < ?)`,
  `DELETE FROM tx WHERE timestamp < ? AND NOT EXISTS (SELECT 1 FROM tx_document WHERE tx_document.tx = tx.seq)`,
];

/** Deletes history older than `before` (ISO 8601), except for the last state of each document that still exists. */
export function pruneHistory(database: DatabaseSync, before: string): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const step of STEPS) database.prepare(step).run(before);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
