import type { SanityClient } from "@sanity/client";
import { TABLE_KINDS, TABLES } from "../../app/model/tables.ts";
import { documentId, readDocument } from "../../app/platform/content-store.server.ts";
import { readTypes } from "../../app/platform/read-parts.server.ts";
import { operate } from "../content/operate.ts";
import type { ContentTarget } from "../content/target.ts";
import { reductionOf, type PersonalDocument } from "./fate.ts";

/** Submissions and invoices. */
const TYPES = [...TABLE_KINDS.flatMap((kind) => TABLES[kind].types), "invoice"];

/** All documents of a type, including drafts, in parts. `own` has the fields that decide the fate of the person's documents. */
const OF_TYPE = `*[_type == $type && _id > $after] | order(_id asc)[0...$size]{
  _id,
  "own": select(lower(email) == $email || lower(contactInfo.email) == $email || lower(client.email) == $email =>
    {_id, _type, status, payment, cancellation, subscription, "additionalInfo": {"attachments": additionalInfo.attachments[]{url}}})
}`;
/** Documents per part. Fixed, because the time that a part takes in the lake's process cannot be measured here. */
const PART_SIZE = 200;

/** The documents of the files of questionnaires. */
const FILES_OF = `*[_type == "storedFile" && subject in $ids] {_id, _type}`;

/** Prefixes of the ids of submissions, also in drafts and in the history. */
const PERSONAL =
  /^(?:drafts\.|versions\.[^.]+\.)?(?:contact|questionnaire|contract|adminContract|invoice|subscriber|storedFile)\./;

export interface StoreFindings {
  documents: PersonalDocument[];
  /** Deleted or changed documents whose history contains the email. */
  past: string[];
  /** Other documents that mention the email. */
  mentions: string[];
}

/** @param hasHistory whether the store is a lake. */
export async function searchStore(
  target: ContentTarget,
  email: string,
  hasHistory: boolean,
): Promise<StoreFindings> {
  const own: PersonalDocument[] = [];
  const parts = { query: OF_TYPE, params: { email }, size: PART_SIZE };
  for await (const part of readTypes<{ _id: string; own: PersonalDocument | null }>(
    target.client,
    TYPES,
    parts,
  ))
    own.push(...part.flatMap((row) => row.own ?? []));
  const files = await target.client.fetch<PersonalDocument[]>(FILES_OF, { ids: own.map(({ _id }) => _id) });
  // In this order: cut off, the next run finds the files of the questionnaires that are left.
  const documents = [...files, ...own];
  if (!hasHistory) return { documents, past: [], mentions: [] };
  const params = new URLSearchParams({ text: email });
  const answer = await operate(target, `mentions?${params}`);
  const { ids } = (await answer.json()) as { ids: string[] };
  const known = new Set(documents.map(({ _id }) => _id));
  const others = ids.filter((id) => !known.has(id));
  const now = await target.client.fetch<string[]>(`*[_id in $ids]._id`, { ids: others });
  const mentions = await mentionedIn(target.client, now, email);
  const past = others.filter((id) => PERSONAL.test(id) && !mentions.includes(id));
  // Accounts are not erased here.
  return {
    documents,
    past,
    mentions: [...mentions, ...others.filter((id) => !PERSONAL.test(id) && !now.includes(id))],
  };
}

/** Returns the ids of those documents that contain the email as they are now. */
export async function mentionedIn(
  client: SanityClient,
  ids: readonly string[],
  email: string,
): Promise<string[]> {
  const texts = await Promise.all(
    ids.map(async (id) => JSON.stringify((await readDocument(client, id)) ?? "")),
  );
  return ids.filter((_, index) => texts[index]?.toLowerCase().includes(email));
}

/** Deletes documents, drafts included. */
export async function deleteDocuments(client: SanityClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) await client.delete(documentId(id));
}

/** Removes contact data from business records. */
export async function reduceDocuments(client: SanityClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { set, unset } = reductionOf(id);
    await client.patch(documentId(id)).set(set).unset(unset).commit();
  }
}

/** Deletes the history of documents in the lake, except the current revisions. */
export async function forgetPast(target: ContentTarget, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 1_000)
    await operate(target, "forget", { ids: ids.slice(start, start + 1_000) });
}
