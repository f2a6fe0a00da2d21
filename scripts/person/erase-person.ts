import type { Env } from "../../app/platform/env.server.ts";
import { keepsContent } from "../backup/take-backup.ts";
import type { ContentTarget } from "../content/target.ts";
import { eraseOnDisk, searchDisk, type DiskFindings } from "./disk-search.ts";
import { fateOf, type PersonalDocument } from "./fate.ts";
import {
  deleteDocuments,
  forgetPast,
  reduceDocuments,
  searchStore,
  type StoreFindings,
} from "./store-search.ts";

export type Findings = StoreFindings & DiskFindings;

/** Finds all data of an email (lower case) in the content store and on this machine. */
export async function findPerson(env: Env, target: ContentTarget, email: string): Promise<Findings> {
  const inStore = await searchStore(target, email, keepsContent(env));
  return { ...inStore, ...(await searchDisk(env, email, inStore.documents)) };
}

export const idsWith = (documents: readonly PersonalDocument[], fate: string): string[] =>
  documents.filter((document) => fateOf(document) === fate).map(({ _id }) => _id);

/**
 * Erases the findings. The queue comes first, because its submissions would be stored again. Emails about a contract are
 * deleted even when the contract has to be retained.
 */
export async function erasePerson(env: Env, target: ContentTarget, found: Findings): Promise<void> {
  await eraseOnDisk(env, found);
  const deleted = idsWith(found.documents, "delete");
  const reduced = idsWith(found.documents, "reduce");
  await deleteDocuments(target.client, deleted);
  await reduceDocuments(target.client, reduced);
  if (keepsContent(env)) await forgetPast(target, [...deleted, ...reduced, ...found.past]);
}

/** Returns whether erasing would change anything. */
export function isAnythingLeft({ documents, past, jobs, emails, uploads, signIns }: Findings): boolean {
  const erasable = documents.filter((document) => typeof fateOf(document) === "string");
  return signIns > 0 || [erasable, past, jobs, emails, uploads].some((list) => list.length > 0);
}
