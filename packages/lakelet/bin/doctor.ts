import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { datasetDirectory } from "../src/model/dataset.ts";
import { DirectoryInUseError, LakeDirectoryError } from "../src/model/errors.ts";
import { explainDatabaseError, loadDocuments, openDatabase } from "../src/store/database.ts";
import { DocumentIndex } from "../src/store/document-index.ts";
import { DAY_MS } from "../src/store/prune.ts";
import { count } from "./options.ts";
import type { Options } from "./options.ts";

/** A finding: what is good, and what is wrong and what to do about it. */
interface Finding {
  isGood: boolean;
  text: string;
}

const good = (text: string): Finding => ({ isGood: true, text });
const bad = (text: string): Finding => ({ isGood: false, text });

function checkDatabase(database: DatabaseSync): Finding {
  const [row] = database.prepare("PRAGMA quick_check(1)").all();
  const result = String(row?.["quick_check"]);
  return result === "ok"
    ? good("the database is whole")
    : bad(`the database is damaged (${result}). Restore a copy of the directory.`);
}

function checkClock(database: DatabaseSync): Finding {
  const last = database.prepare("SELECT max(timestamp) AS timestamp FROM tx").get()?.["timestamp"];
  if (typeof last !== "string") return good("no transaction yet");
  const aheadMs = Date.parse(last) - Date.now();
  const days = Math.ceil(aheadMs / DAY_MS);
  return aheadMs > DAY_MS
    ? bad(
        `the last transaction (${last}) is ${days} days ahead of this clock. Set the clock if it is wrong. If it was wrong then, every later ` +
          "_updatedAt follows that time: lakelet export, lakelet reset and lakelet import of the file bring it back, without the history.",
      )
    : good(`the last transaction was at ${last}`);
}

function checkAssets(folder: string, documents: DocumentIndex): Finding {
  const types = ["sanity.imageAsset", "sanity.fileAsset"] as const;
  const known = types.flatMap((type) =>
    [...documents.byType(type)].map((document) => {
      const file = "path" in document ? (String(document.path).split("/").at(-1) ?? "") : "";
      return join(folder, "assets", type === "sanity.imageAsset" ? "images" : "files", file);
    }),
  );
  const missing = known.filter((file) => !existsSync(file));
  return missing.length === 0
    ? good(count(known.length, "asset"))
    : bad(`${missing.length} of ${known.length} assets have no file, such as ${missing[0]}`);
}

function checkDataset(folder: string): Finding[] {
  if (!existsSync(join(folder, "lake.db"))) return [bad("there is no database. Start the server once.")];
  let database: DatabaseSync | undefined;
  try {
    database = openDatabase(folder);
    const findings = [checkDatabase(database), checkClock(database)];
    const documents = new DocumentIndex();
    loadDocuments(database, documents, (document) => document);
    return [...findings, good(count(documents.size, "document")), checkAssets(folder, documents)];
  } catch (error) {
    if (error instanceof DirectoryInUseError)
      return [good("a server has it open. Stop the server to check the database.")];
    const explained = explainDatabaseError(error, folder);
    if (explained instanceof LakeDirectoryError) return [bad(explained.message)];
    throw explained;
  } finally {
    database?.close();
  }
}

function checkTokens(directory: string): Finding {
  const file = join(directory, "tokens.json");
  if (!existsSync(file)) return bad("there is no tokens.json. Start the server once.");
  const isPrivate = process.platform === "win32" || (statSync(file).mode & 0o077) === 0;
  return isPrivate
    ? good("tokens.json is private")
    : bad("others may read tokens.json. Run chmod 600 on it.");
}

/** Checks a directory and prints what it finds. Returns the exit code: 1 if something is wrong. */
export function doctor({ data, datasets }: Options): number {
  const found: Array<[of: string, findings: Finding[]]> = [
    [data, [checkTokens(data)]],
    ...datasets.map((name): [string, Finding[]] => [name, checkDataset(datasetDirectory(data, name))]),
  ];
  for (const [of, findings] of found)
    for (const { isGood, text } of findings) console.log(`${isGood ? "good " : "WRONG"}  ${of}: ${text}`);
  return found.every(([, findings]) => findings.every(({ isGood }) => isGood)) ? 0 : 1;
}
