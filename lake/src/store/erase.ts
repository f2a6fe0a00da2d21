import type { DatabaseSync } from "node:sqlite";

const MENTIONS = `
SELECT DISTINCT id FROM tx_document
WHERE json IS NOT NULL AND instr(lower(json), lower(?)) > 0 ORDER BY id`;

const IDS = "(SELECT value FROM json_each($ids))";

const STEPS = [
  // The present state stays in the history: the Studio shows a document by it.
  `DELETE FROM tx_document WHERE id IN ${IDS} AND NOT (
     id IN (SELECT id FROM document)
     AND tx = (SELECT max(last.tx) FROM tx_document AS last WHERE last.id = tx_document.id))`,
  `DELETE FROM tx WHERE $ids IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM tx_document WHERE tx_document.tx = tx.seq)`,
];

/** Ids of the documents that hold a text now or held it in a state that the history remembers. Case of ASCII letters is ignored. */
export function mentionsOf(database: DatabaseSync, text: string): string[] {
  return database
    .prepare(MENTIONS)
    .all(text)
    .map(({ id }) => String(id));
}

/**
 * Forgets every state of these documents but the one they are in now; of deleted ones nothing is left. Then the file is
 * written anew, because SQLite leaves what was deleted in its free pages.
 */
export function forgetHistory(database: DatabaseSync, ids: readonly string[]): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const step of STEPS) database.prepare(step).run({ $ids: JSON.stringify(ids) });
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
  database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
}
