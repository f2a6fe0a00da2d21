import type { DatabaseSync } from "node:sqlite";
import type { LakeDocument } from "../document.ts";
import type { DocumentIndex } from "./document-index.ts";

/** Reads all documents into memory; answers the place of the last one (0: there is none). */
export function loadDocuments(
  database: DatabaseSync,
  into: DocumentIndex,
  revive: (document: LakeDocument) => LakeDocument,
): number {
  let last = 0;
  for (const row of database.prepare("SELECT seq, json FROM document ORDER BY seq").iterate()) {
    last = Number(row["seq"]);
    into.put(revive(JSON.parse(String(row["json"])) as LakeDocument), last);
  }
  return last;
}
