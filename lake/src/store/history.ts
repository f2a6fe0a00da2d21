import type { DatabaseSync } from "node:sqlite";

const OLD = "IN (SELECT seq FROM tx WHERE timestamp < $before)";

const STEPS = [
  // States with a later one that is old too. The last old one stays: it is what the first young one changed.
  `DELETE FROM tx_document WHERE tx ${OLD} AND EXISTS (
     SELECT 1 FROM tx_document AS later
     WHERE later.id = tx_document.id AND later.tx > tx_document.tx AND later.tx ${OLD})`,
  // Deletions; what they deleted went in the step before.
  `DELETE FROM tx_document WHERE json IS NULL AND tx ${OLD}`,
  `DELETE FROM tx WHERE timestamp < $before AND NOT EXISTS (SELECT 1 FROM tx_document WHERE tx_document.tx = tx.seq)`,
];

/** Deletes history older than `before` (ISO 8601). Of each document that existed then its state at that time stays. */
export function pruneHistory(database: DatabaseSync, before: string): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const step of STEPS) database.prepare(step).run({ $before: before });
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
