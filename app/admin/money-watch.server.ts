import { createHash } from "node:crypto";
import { defineQuery } from "groq";
import type { Logger } from "pino";
import { emailJob, type EmailSite } from "../email/email.ts";
import { formatCents } from "../model/contracts/money.ts";
import { moneyChanged } from "../model/emails/admins.ts";
import type { Fact } from "../model/emails/template.ts";
import { STUDIO_TEXTS } from "../model/text-groups.ts";
import {
  type ContentStore,
  readDocument,
  unlessChanged,
  throwStoreError,
} from "../platform/content-store.server.ts";
import type { SubmissionQueue } from "../submissions/queue/submission-queue.server.ts";

/** Changed fields that one email lists; the Studio's history has the rest. */
const MAX_LISTED = 40;

/** Documents that say what clients pay, to whom and how. An email about anything can say how to pay, so all of their words are watched. */
const WATCHED = ["paymentSettings", "orderService", "coupon", "siteSettings", "emailTexts", "orderTexts"];

/** What invoices and emails say of the site settings, and how invoices are made. */
const SETTINGS: ReadonlySet<string> = new Set([
  "companyName",
  "legalName",
  "email",
  "phone",
  "address",
  "emails",
  "invoicePrefix",
  "invoiceTermDays",
  "overdueReminderDays",
  "features",
  "invoices",
]);

const watchedQuery = defineQuery(`*[_type in $types] | order(_type asc, _id asc)`);

/** Holds the values of the last email to admins. The dot in its id hides it from editors. */
const STATE = { _id: "moneyWatch.mailed", _type: "moneyWatch" };

type Fields = Record<string, unknown> & { _id: string; _type?: string };

const show = (name: string, value: unknown): string => {
  if (value === undefined || value === null || value === "") return "nothing";
  if (/^cents|Cents$/.test(name) && typeof value === "number") return formatCents(value);
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value !== "object") return String(value as string | number);
  const parts = Array.isArray(value) ? value : Object.values(partsOf(value));
  return parts.map((part) => show("", part)).join(", ") || "nothing";
};

const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a group's fields without those of the store, such as `_type`. */
const partsOf = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith("_")));

/** Returns the fields of groups by their path, such as `features, coupons`, so that each change gets a row of its own. */
const flat = (fields: object, above = ""): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(partsOf(fields)).flatMap(([name, value]) =>
      isGroup(value) ? Object.entries(flat(value, `${above}${name}, `)) : [[above + name, value]],
    ),
  );

/** `priceCents` → `price`, `replyTo` → `reply to`. */
const labelOf = (name: string): string =>
  name
    .replace(/Cents$/, "")
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase();

const textsOf = ({ _type }: Fields) => STUDIO_TEXTS.find(({ type }) => type === _type);

const SETTINGS_TITLES: Readonly<Record<string, string>> = {
  paymentSettings: "Payment settings",
  siteSettings: "Site settings",
};

const titleOf = (document: Fields): string =>
  SETTINGS_TITLES[document._id] ??
  textsOf(document)?.title ??
  String(document["title"] ?? document["code"] ?? document._id);

/** Returns what of a document is watched: of the site settings some fields, of fields that every document has its id and type. */
const watchedOf = (document: Fields): Fields =>
  Object.fromEntries(
    Object.entries(document).filter(([name]) =>
      name.startsWith("_")
        ? name === "_id" || name === "_type"
        : document._type !== "siteSettings" || SETTINGS.has(name),
    ),
  ) as Fields;

/** Returns the changed fields of one document; without `before` it was added, without `after` deleted. */
function changesOf(before: Fields | undefined, after: Fields | undefined): Fact[] {
  const named = after ?? before;
  if (!named) return [];
  const [was, is] = [flat(before ?? {}), flat(after ?? {})];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => {
      const text = textsOf(named)?.texts[name];
      const shown = (fields: Record<string, unknown>) =>
        show(name, text ? fields[name] || text.text : fields[name]);
      const label = text ? `${text.part}, ${text.label.toLowerCase()}` : labelOf(name);
      return { label: `${titleOf(named)}: ${label}`, was: shown(was), is: shown(is) };
    })
    .filter(({ was, is }) => was !== is)
    .map(({ label, was, is }) => ({ label, value: `${was} → ${is}` }));
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
  log: Logger;
}

/**
 * Emails every admin each change of what clients pay, to whom and how, with the values before and after. The values of the last email are
 * stored, so the next check finds a change made during a crash or while the site is off.
 */
export function createMoneyWatch({ clients: { readClient, writeClient }, queue, site, log }: MoneyWatchDeps) {
  let last: Promise<void> = Promise.resolve();

  async function compareWithKnown(): Promise<void> {
    const found = await readClient
      .fetch<Fields[]>(watchedQuery, { types: WATCHED }, { perspective: "published" })
      .catch(throwStoreError);
    const now = found.map(watchedOf);
    const text = JSON.stringify(now);
    const known = { mailed: text, watched: WATCHED };
    const state = await readDocument<{ mailed: string; watched: string[] }>(readClient, STATE._id);
    if (!state) {
      await writeClient.createIfNotExists({ ...STATE, ...known }, { visibility: "async" });
      return;
    }
    if (state.mailed === text) return;
    // A type that an update of the site watches besides has not changed.
    const seen = now.filter(({ _type = "" }) => state.watched.includes(_type));
    const { what, changes } = compare(JSON.parse(state.mailed) as Fields[], seen);
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
    const patch = writeClient.patch(STATE._id).ifRevisionId(state._rev).set(known);
    await unlessChanged(patch.commit({ visibility: "async" }));
  }

  function check(): Promise<void> {
    last = last.catch(() => {}).then(compareWithKnown);
    return last;
  }

  return {
    /** Gets every change of content; checks where admins may have to hear of it. Returns true: the hourly job makes up for a failure. */
    onChange(changes: readonly { types: readonly string[] }[]): true {
      const concerned = changes.some(({ types }) => types.some((type) => WATCHED.includes(type)));
      if (concerned)
        void check().catch((error: unknown) =>
          log.error({ err: error }, "admins were not told of a changed price"),
        );
      return true;
    },
    /** Compares with what admins know and emails the difference. Throws an AppError when the store does not respond. */
    check,
  };
}
