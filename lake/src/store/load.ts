import type { DatabaseSync } from "node:sqlite";
import type { LakeDocument } from "../document.ts";
import { LakeDirectoryError } from "./database.ts";
import type { DocumentIndex } from "./document-index.ts";

const PRESENT = `
SELECT document.seq AS seq, document.id AS id, state.json AS json
FROM document LEFT JOIN tx_document AS state ON state.id = document.id AND state.tx = document.tx
ORDER BY document.seq`;

const damaged = (how: string) => new LakeDirectoryError(`The content lake is damaged: ${how}.`);

/**
 * Reads all documents into memory; answers the place of the last one (0: there is none).
 * @throws LakeDirectoryError when one is there twice or without its text
 */
export function loadDocuments(
  database: DatabaseSync,
  into: DocumentIndex,
  revive: (document: LakeDocument) => LakeDocument,
): number {
  let last = 0;
  for (const row of database.prepare(PRESENT).iterate()) {
    last = Number(row["seq"]);
    if (row["json"] === null) throw damaged(`the text of ${String(row["id"])} is not there`);
    const document = revive(JSON.parse(String(row["json"])) as LakeDocument);
    if (into.get(document._id)) throw damaged(`the document ${document._id} is there twice`);
    into.put(document, last);
  }
  return last;
}
