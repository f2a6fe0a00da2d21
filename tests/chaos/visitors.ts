import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as tus from "tus-js-client";
import { sendFile } from "../../app/files/send-file.ts";
import { subscriberKey, unsubscribeUrl } from "../../app/forms/newsletter/subscriber.server.ts";
import { questions } from "../../app/model/questionnaire-steps.ts";
import { FORM_TOKEN } from "../../app/submissions/spam/page-token.ts";
import { pdfOfSize } from "../support/sample-files.ts";
import { answerOf } from "../support/sample-submissions.ts";
import { sha256 } from "../support/upload-harness.ts";
import type { Entry, Kind, Ledger } from "./ledger.ts";
import { persist, type Line } from "./line.ts";
import type { Random } from "./random.ts";

/** What every visitor needs. */
export interface Town {
  line: Line;
  ledger: Ledger;
  stripeOrigin: string;
  /** Signs the links in emails. */
  secret: string;
  /** The form token. */
  formToken: string;
}

/** Attempts before a visitor gives up, and the chance of another one after success. */
const TRIES = 12;
const AGAIN = 0.15;

export function begin({ ledger }: Town, kind: Kind, mark: string = randomUUID()): Entry {
  const entry: Entry = { kind, mark, email: `${mark}@example.com`, acknowledged: false };
  ledger.entries.push(entry);
  return entry;
}

/** Posts a form until it is acknowledged, and sometimes once more. */
async function submit(
  town: Town,
  random: Random,
  entry: Entry,
  path: string,
  fields: URLSearchParams,
): Promise<void> {
  const headers = { "x-forwarded-for": town.line.newAddress() };
  fields.set(FORM_TOKEN, town.formToken);
  const send = async () => {
    const answer = await town.line.ask(path, { method: "POST", body: fields, headers });
    if (answer && answer.status >= 400 && answer.status < 500) town.line.wonder(path, answer);
    entry.acknowledged ||= answer?.ok ?? false;
    return answer?.ok ?? false;
  };
  if ((await persist(random, TRIES, send)) && random.chance(AGAIN)) await send();
}

export async function writeMessage(town: Town, random: Random): Promise<void> {
  const entry = begin(town, "contact");
  const fields = { name: "Ada", email: entry.email, message: entry.mark, submissionId: randomUUID() };
  await submit(town, random, entry, "/contact.data", new URLSearchParams(fields));
}

async function unsubscribe(town: Town, random: Random, entry: Entry): Promise<void> {
  const { line, secret } = town;
  const path = unsubscribeUrl(secret, "", subscriberKey(secret, entry.email));
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  entry.left = "asked";
  const leave = async () => (await line.ask(path, { method: "POST", body }))?.ok ?? false;
  if (await persist(random, TRIES, leave)) entry.left = "acknowledged";
}

export async function subscribe(town: Town, random: Random): Promise<void> {
  const entry = begin(town, "newsletter");
  await submit(town, random, entry, "/newsletter.data", new URLSearchParams({ email: entry.email }));
  if (entry.acknowledged && random.chance(0.3)) await unsubscribe(town, random, entry);
}

/** Uploads a file as the browser does; null when the visitor gave up. */
async function upload(
  town: Town,
  random: Random,
  draft: string,
): Promise<{ id: string; sum: string } | null> {
  const bytes = pdfOfSize(1_000 + random.below(600_000));
  const [id, sum, address] = [randomUUID(), sha256(bytes), town.line.newAddress()];
  const endpoint = `${town.line.origin}/api/uploads`;
  class Upload extends tus.Upload {
    constructor(source: Blob | Buffer, options: tus.UploadOptions) {
      const onBeforeRequest = () => void (town.line.requests += 1);
      super(source as Blob, { ...options, onBeforeRequest, headers: { "x-forwarded-for": address } });
    }
  }
  const file = { source: bytes, size: bytes.length, name: "plan.pdf", id, draft, sha256: sum, endpoint };
  const done = await new Promise<boolean>((resolve) => {
    const events = { onProgress: () => {}, onDone: () => resolve(true), onFailed: () => resolve(false) };
    const running = sendFile({ Upload: Upload as typeof tus.Upload }, file, events);
    // A visitor who waited this long continues without the file.
    void sleep(60_000, undefined, { ref: false }).then(() => {
      running.stop();
      resolve(false);
    });
  });
  return done ? { id, sum } : null;
}

const needed = questions.filter(({ required }) => required);

export async function answerQuestions(town: Town, random: Random): Promise<void> {
  const entry = begin(town, "questionnaire");
  const draft = randomUUID();
  const wanted = Array.from({ length: random.below(3) }, () => upload(town, random, draft));
  const files = (await Promise.all(wanted)).filter((file) => file !== null);
  entry.files = files.map(({ sum }) => sum);
  const fields = new URLSearchParams({ submissionId: randomUUID(), draftId: draft });
  for (const { name, kind } of needed) fields.set(name, answerOf(kind, `${name}!`, entry.email));
  fields.set("homePage.mainHeadline", entry.mark);
  for (const { id } of files) fields.append("attachmentIds", id);
  await submit(town, random, entry, "/questionnaire.data", fields);
}
