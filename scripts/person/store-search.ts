import type { SanityClient } from "@sanity/client";
import { documentId } from "../../app/platform/content-store.ts";
import { readDocument } from "../../app/platform/read-document.server.ts";
import { operate } from "../content/operate.ts";
import type { ContentTarget } from "../content/target.ts";
import { REDUCED, type PersonalDocument } from "./fate.ts";

/** Documents that visitors make, and those that admins make for a client; drafts of them too. */
const BY_EMAIL = `*[_type in ["contactSubmission", "clientQuestionnaire", "contract", "adminContract", "newsletterSubscriber"]
  && (lower(email) == $email || lower(contactInfo.email) == $email)]
  {_id, _type, status, payment, subscription, "additionalInfo": {"attachments": additionalInfo.attachments[]{url}}}`;

/** Ids of what visitors send begin so, in drafts and in the past too. */
const PERSONAL =
  /^(?:drafts\.|versions\.[^.]+\.)?(?:contact|questionnaire|contract|adminContract|subscriber)\./;

export interface StoreFindings {
  documents: PersonalDocument[];
  /** Documents whose history holds the address, although they are gone or changed. */
  past: string[];
  /** Documents of somebody else, or of the site, in which the address stands somewhere. */
  mentions: string[];
}

/** @param hasHistory true where the store is a lake of ours. */
export async function searchStore(
  target: ContentTarget,
  email: string,
  hasHistory: boolean,
): Promise<StoreFindings> {
  const documents = await target.client.fetch<PersonalDocument[]>(BY_EMAIL, { email });
  if (!hasHistory) return { documents, past: [], mentions: [] };
  const params = new URLSearchParams({ text: email });
  const answer = await operate(target, `mentions?${params}`);
  const { ids } = (await answer.json()) as { ids: string[] };
  const own = new Set(documents.map(({ _id }) => _id));
  const others = ids.filter((id) => !own.has(id));
  const now = await target.client.fetch<string[]>(`*[_id in $ids]._id`, { ids: others });
  const text = await Promise.all(now.map((id) => holdsNow(target.client, id, email)));
  const mentions = now.filter((_, index) => text[index]);
  const past = others.filter((id) => PERSONAL.test(id) && !mentions.includes(id));
  // An account is no submission: it ends when its owner no longer signs in here.
  return {
    documents,
    past,
    mentions: [...mentions, ...others.filter((id) => !PERSONAL.test(id) && !now.includes(id))],
  };
}

async function holdsNow(client: SanityClient, id: string, email: string): Promise<boolean> {
  return JSON.stringify((await readDocument(client, id)) ?? "")
    .toLowerCase()
    .includes(email);
}

/** Deletes documents, drafts included. */
export async function deleteDocuments(client: SanityClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) await client.delete(documentId(id));
}

/** Takes out of business records what only served to reach the person. */
export async function reduceDocuments(client: SanityClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) await client.patch(documentId(id)).set(REDUCED.set).unset(REDUCED.unset).commit();
}

/** Makes the lake's history forget all but the present of these documents. */
export async function forgetPast(target: ContentTarget, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 1_000)
    await operate(target, "forget", { ids: ids.slice(start, start + 1_000) });
}
