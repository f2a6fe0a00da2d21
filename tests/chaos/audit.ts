import { setTimeout as sleep } from "node:timers/promises";
import type { SanityClient } from "@sanity/client";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { sha256 } from "../support/upload-harness.ts";
import type { Entry, Kind, Ledger } from "./ledger.ts";
import type { Scene } from "./scene.ts";

/** The field that holds the mark, per type. */
const MARKS: Record<Kind, string> = {
  contact: `*[_type == "contactSubmission"]{ "mark": message }`,
  newsletter: `*[_type == "newsletterSubscriber"]{ "mark": string::split(email, "@")[0] }`,
  questionnaire: `*[_type == "clientQuestionnaire"]{ "mark": homePage.mainHeadline }`,
  "invoice order": `*[_type == "contract"]{ "mark": string::split(contactInfo.email, "@")[0] }`,
  "card order": `*[_type == "contract"]{ "mark": string::split(contactInfo.email, "@")[0] }`,
};

export interface SubmissionFigures {
  sent: number;
  acknowledged: number;
  /** Acknowledged and stored once. */
  found: number;
  /** Stored more than once, acknowledged or not. */
  duplicates: number;
  /** Acknowledged but not stored. */
  lost: number;
  /** Subscriptions that exist although unsubscribing was acknowledged. */
  returned: number;
}

const isGone = ({ left }: Entry) => left === "acknowledged";

/** Counts the documents per mark. */
async function countMarks(editor: SanityClient): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const query of new Set(Object.values(MARKS)))
    for (const { mark } of await editor.fetch<{ mark: string }[]>(query))
      counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}

export async function auditSubmissions(
  editor: SanityClient,
  { entries }: Ledger,
): Promise<SubmissionFigures> {
  const counts = await countMarks(editor);
  const stored = ({ mark }: Entry) => counts.get(mark) ?? 0;
  const acknowledged = entries.filter((entry) => entry.acknowledged && !entry.left);
  return {
    sent: entries.length,
    acknowledged: acknowledged.length,
    found: acknowledged.filter((entry) => stored(entry) === 1).length,
    duplicates: entries.filter((entry) => stored(entry) > 1).length,
    lost: acknowledged.filter((entry) => stored(entry) === 0).length,
    returned: entries.filter((entry) => isGone(entry) && stored(entry) > 0).length,
  };
}

export interface OrderFigures {
  charges: number;
  /** Orders that were charged more than once. */
  chargedTwice: number;
  /** Charges without a completed order. */
  chargedWithoutOrder: number;
  /** Paid or acknowledged, but stored with another status. */
  wrongStatus: number;
}

export async function auditOrders({ editor, stripe }: Scene, { entries }: Ledger): Promise<OrderFigures> {
  const contracts = await editor.fetch<StoredContract[]>(`*[_type == "contract"]`);
  const byIntent = new Map(contracts.map((contract) => [contract.payment.stripePaymentIntent, contract]));
  const byMark = new Map(contracts.map((contract) => [contract._id.slice("contract.".length), contract]));
  const { charges } = stripe.state;
  const charged = charges.map(({ paymentIntent }) => byIntent.get(paymentIntent));
  const expected = (entry: Entry) => {
    if (entry.kind === "invoice order") return entry.acknowledged ? "invoice" : null;
    return entry.kind === "card order" && (entry.paid || entry.acknowledged) ? "completed" : null;
  };
  return {
    charges: charges.length,
    chargedTwice: charges.length - new Set(charged).size,
    chargedWithoutOrder: charged.filter((contract) => contract?.status !== "completed").length,
    wrongStatus: entries.filter((entry) => {
      const status = expected(entry);
      return status !== null && byMark.get(entry.mark)?.status !== status;
    }).length,
  };
}

interface StatusChange {
  subject: string;
  from: string;
  to: string;
}

/** Describes submissions whose status differs from the acknowledged one, or does not follow from their history. */
export async function auditStatuses(editor: SanityClient, { statuses }: Ledger): Promise<string[]> {
  const changes = await editor.fetch<StatusChange[]>(
    `*[_type == "statusChange"] | order(at asc){ subject, from, to }`,
  );
  const wrong: string[] = [];
  for (const id of new Set(statuses.map((one) => one.id))) {
    const tries = statuses.filter((one) => one.id === id);
    const last = tries.findLastIndex(({ acknowledged }) => acknowledged);
    const possible = [last < 0 ? "new" : tries[last]?.to, ...tries.slice(last + 1).map(({ to }) => to)];
    const document = await editor.getDocument<{ adminStatus?: string }>(id);
    const status = document?.adminStatus ?? "new";
    const history = changes.filter(({ subject }) => subject === id);
    const chained = history.every(({ from }, index) => from === (history[index - 1]?.to ?? "new"));
    if (possible.includes(status) && chained && (history.at(-1)?.to ?? "new") === status) continue;
    const shown = tries.map(({ to, acknowledged }) => (acknowledged ? to : `${to}?`));
    const kept = history.map(({ from, to }) => `${from} to ${to}`);
    wrong.push(`${id} is ${status}; an admin was shown ${shown.join(", ")}; its history: ${kept.join(", ")}`);
  }
  return wrong;
}

export interface MailFigures {
  received: number;
  /** Acknowledged without a receipt or welcome email. */
  missing: number;
  /** More different emails to one visitor than its submission has. */
  doubled: number;
  /** The same email twice: process or mail server died while sending (docs/decisions/0007-what-accepted-means.md). */
  repeated: number;
}

export function auditMails({ mail }: Pick<Scene, "mail">, { entries }: Ledger): MailFigures {
  const { received } = mail;
  const idOf = (headers: readonly [string, string][]) =>
    headers.find(([name]) => name.toLowerCase() === "message-id")?.[1] ?? "";
  const byVisitor = new Map<string, Set<string>>();
  const all = new Set<string>();
  for (const { recipients, headers } of received) {
    const id = idOf(headers);
    all.add(id);
    for (const address of recipients) byVisitor.set(address, (byVisitor.get(address) ?? new Set()).add(id));
  }
  /** An order by invoice has its receipt and its invoice. */
  const most = ({ kind }: Entry) => (kind === "invoice order" ? 2 : 1);
  const got = ({ email }: Entry) => byVisitor.get(email)?.size ?? 0;
  return {
    received: received.length,
    missing: entries.filter((entry) => entry.acknowledged && !entry.left && got(entry) === 0).length,
    doubled: entries.filter((entry) => got(entry) > most(entry)).length,
    repeated: received.length - all.size,
  };
}

/** How long a state may take to come about after the last fault, in ms. */
const SETTLE_MS = 60_000;

/** Resolves to true once `isReached` does, to false when that takes too long. */
async function eventually(isReached: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + SETTLE_MS;
  while (!(await isReached())) {
    if (Date.now() > end) return false;
    await sleep(250);
  }
  return true;
}

/** Files of acknowledged questionnaires that an admin cannot download unchanged. */
export async function auditFiles(
  { editor, origin, adminCookie }: Scene,
  { entries }: Ledger,
): Promise<number> {
  const rows = await editor.fetch<{ mark: string; urls: string[] }[]>(
    `*[_type == "clientQuestionnaire"]{ "mark": homePage.mainHeadline, "urls": additionalInfo.attachments[].url }`,
  );
  const urlsOf = new Map(rows.map(({ mark, urls }) => [mark, urls]));
  let wrong = 0;
  for (const { mark, acknowledged, files = [] } of entries) {
    if (!acknowledged || files.length === 0) continue;
    const urls = urlsOf.get(mark) ?? [];
    const isUnchanged = await eventually(async () => {
      const sums: string[] = [];
      for (const url of urls) {
        const response = await fetch(new URL(url, origin), { headers: { cookie: adminCookie } });
        sums.push(sha256(Buffer.from(await response.arrayBuffer())));
      }
      return sums.toSorted().join() === files.toSorted().join();
    });
    if (!isUnchanged) wrong += 1;
  }
  return wrong;
}

/** True when the session from before the run still opens the dashboard. */
export async function isSignedIn({ origin, adminCookie }: Scene): Promise<boolean> {
  const headers = { cookie: adminCookie };
  const open = () => fetch(`${origin}/admin`, { headers, redirect: "manual" });
  return eventually(async () => (await open()).status === 200);
}

/**
 * True when the home page shows the editor's last publication, which may take a while: purges wait for Redis, and a page that could not
 * be rendered is tried again after 5 s.
 */
export async function auditPage({ editor, origin }: Scene, { headlines }: Ledger): Promise<boolean> {
  const stored = await editor.fetch<string>(`*[_id == "homePage"][0].headline`);
  const last = headlines.length;
  // Or a later one whose response was lost.
  const known = last === 0 || stored === headlines[last - 1] || stored.endsWith(`number ${last + 1}`);
  if (!known) return false;
  return eventually(async () => (await (await fetch(`${origin}/`)).text()).includes(stored));
}
