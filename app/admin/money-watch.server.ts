import { createHash } from "node:crypto";
import { defineQuery } from "groq";
import { formatCents } from "../model/contracts/money.ts";
import {
  type ContentStore,
  readDocument,
  unlessChanged,
  throwStoreError,
} from "../platform/content-store.server.ts";
import { emailJob, type EmailSite } from "../email/email.ts";
import type { Fact } from "../model/emails/template.ts";
import { moneyChanged } from "../model/emails/admins.ts";
import type { SubmissionQueue } from "../submissions/queue/submission-queue.server.ts";

/** Changed fields that one email lists; the Studio's history has the rest. */
const MAX_LISTED = 40;

/** Published documents that say what clients pay, and to whom. */
const watchedQuery = defineQuery(
  `*[_type in ["paymentSettings", "orderService", "coupon"]] | order(_type asc, _id asc)`,
);

const WATCHED: ReadonlySet<string> = new Set(["paymentSettings", "orderService", "coupon"]);

/** Holds the values of the last email to admins. The dot in its id hides it from editors. */
const STATE = { _id: "moneyWatch.mailed", _type: "moneyWatch" };

type Fields = Record<string, unknown> & { _id: string };

const show = (name: string, value: unknown): string => {
  if (value === undefined || value === null || value === "") return "nothing";
  if (/^cents|Cents$/.test(name) && typeof value === "number") return formatCents(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number | boolean);
};

/** `priceCents` → `price`, `replyTo` → `reply to`. */
const labelOf = (name: string): string =>
  name
    .replace(/Cents$/, "")
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase();

const titleOf = ({ _id, title, code }: Fields): string =>
  _id === "paymentSettings" ? "Payment settings" : String(title ?? code ?? _id);

/** Returns the changed fields of one document; without `before` it was added, without `after` deleted. */
function changesOf(before: Fields | undefined, after: Fields | undefined): Fact[] {
  const named = after ?? before;
  if (!named) return [];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .filter((name) => !name.startsWith("_"))
    .map((name) => ({ name, was: show(name, before?.[name]), is: show(name, after?.[name]) }))
    .filter(({ was, is }) => was !== is)
    .map(({ name, was, is }) => ({ label: `${titleOf(named)}: ${labelOf(name)}`, value: `${was} → ${is}` }));
}

function compare(mailed: readonly Fields[], now: readonly Fields[]): { what: string; changes: Fact[] } {
  const ids = [...new Set([...mailed, ...now].map(({ _id }) => _id))];
  const rows = ids.map((id) => {
    const [before, after] = [mailed, now].map((all) => all.find(({ _id }) => _id === id));
    return { title: titleOf((after ?? before) as Fields), changes: changesOf(before, after) };
  });
  const changed = rows.filter(({ changes }) => changes.length > 0);
  return {
    what: changed.map(({ title }) => title).join(", "),
    changes: changed.flatMap(({ changes }) => changes),
  };
}

interface MoneyWatchDeps {
  clients: ContentStore;
  queue: Pick<SubmissionQueue, "send">;
  site: Pick<EmailSite, "adminEmails" | "publicUrl">;
}

/**
 * Emails every admin each change of payee, prices and coupons, with the values before and after. The values of the last email are
 * stored, so the next check finds a change made during a crash or while the site is off.
 */
export function createMoneyWatch({ clients: { readClient, writeClient }, queue, site }: MoneyWatchDeps) {
  let last: Promise<void> = Promise.resolve();

  async function compareWithKnown(): Promise<void> {
    const found = await readClient
      .fetch<Fields[]>(watchedQuery, {}, { perspective: "published" })
      .catch(throwStoreError);
    const now = found.map((document) =>
      Object.fromEntries(
        Object.entries(document).filter(([name]) => name === "_id" || !name.startsWith("_")),
      ),
    ) as Fields[];
    const text = JSON.stringify(now);
    const state = await readDocument<{ mailed: string }>(readClient, STATE._id);
    if (!state) {
      await writeClient.createIfNotExists({ ...STATE, mailed: text }, { visibility: "async" });
      return;
    }
    if (state.mailed === text) return;
    const { what, changes } = compare(JSON.parse(state.mailed) as Fields[], now);
    if (changes.length > 0) {
      const change = createHash("sha256").update(`${state._rev}\0${text}`).digest("hex").slice(0, 32);
      const props = { what, changes: changes.slice(0, MAX_LISTED), url: `${site.publicUrl}/studio` };
      await queue.send(
        site.adminEmails.map((to) =>
          emailJob(`money.${change}`, "money-changed", { to, template: moneyChanged, props }),
        ),
      );
    }
    // The email first: after a crash in between it is queued again under the same id.
    const patch = writeClient.patch(STATE._id).ifRevisionId(state._rev).set({ mailed: text });
    await unlessChanged(patch.commit({ visibility: "async" }));
  }

  return {
    /** Returns whether admins may have to hear of a change. */
    concerns: (changes: readonly { types: readonly string[] }[]): boolean =>
      changes.some(({ types }) => types.some((type) => WATCHED.has(type))),
    /** Compares with what admins know and emails the difference. Throws an AppError when the store does not respond. */
    check(): Promise<void> {
      last = last.catch(() => {}).then(compareWithKnown);
      return last;
    },
  };
}
