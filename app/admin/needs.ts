import { DASHBOARD, OUTBOX, studioPath } from "../model/admin-paths.ts";
import type { TableKind } from "../model/tables.ts";

// What waits for an admin. Each is a filter of a table, so that its number is that of the rows it leads to.

/** In the order of the dashboard. `table`: where the rows stand. */
export const NEEDS = {
  declined: { table: "contracts", label: "Declined cards" },
  overdue: { table: "contracts", label: "Overdue invoices" },
  own: { table: "contracts", label: "Your own invoices, not paid" },
  held: { table: "contracts", label: "Invoices on hold" },
  cancellations: { table: "contracts", label: "Requested cancellations" },
  orders: { table: "contracts", label: "New orders" },
  questionnaires: { table: "questionnaires", label: "New questionnaires" },
  messages: { table: "messages", label: "New messages" },
} as const satisfies Readonly<Record<string, { table: TableKind; label: string }>>;

export type Need = keyof typeof NEEDS;
export const NEED_NAMES = Object.keys(NEEDS) as Need[];

export function isNeedOf(kind: TableKind, value: string): value is Need {
  return Object.hasOwn(NEEDS, value) && NEEDS[value as Need].table === kind;
}

/** A line of "Needs you". */
export interface NeedLine {
  label: string;
  count: number;
  /** What stands beside the number. */
  note?: string | undefined;
  to: string;
}

export type NeedsResult =
  | { status: "failed" }
  | {
      status: "loaded";
      /** What there is something of. */
      lines: NeedLine[];
      /** New submissions that are suspected spam, which the lines leave out. Null without any, and for other roles than admin. */
      suspected: NeedLine | null;
      /** Documents of the demo company. Null without any, and for other roles than admin. */
      demo: NeedLine | null;
    };

/** Returns the line of a need, which leads to its rows. */
export function needLine(need: Need, count: number, note?: string): NeedLine {
  const { table, label } = NEEDS[need];
  return { label, count, ...(note && { note }), to: `${DASHBOARD}?${table}-needs=${need}#${table}` };
}

export const unsentLine = (count: number): NeedLine => ({ label: "Emails not sent", count, to: OUTBOX });

/** Orders of a public site that get no invoice before the demo's payee is replaced. */
export const payeeLine = (count: number): NeedLine => ({
  label: "Add your payment details",
  count,
  note: "Orders that wait for their invoice",
  to: studioPath({ id: "paymentSettings", type: "paymentSettings" }),
});

export const demoLine = (count: number): NeedLine => ({
  label: count === 1 ? "document is still the demo's" : "documents are still the demo's",
  count,
  to: "/studio",
});

/** Number of new suspected submissions by kind. */
export type SuspectedCounts = Readonly<Record<(typeof REVIEWED_KINDS)[number], number>>;
export const REVIEWED_KINDS = ["questionnaires", "contracts", "messages"] as const satisfies TableKind[];

/** Returns the line of suspected submissions. Its link filters every table by them and opens the first one that has any. */
export function suspectedLine(counts: SuspectedCounts): NeedLine {
  const first = REVIEWED_KINDS.find((kind) => counts[kind] > 0);
  return {
    label: "suspected, not counted",
    count: REVIEWED_KINDS.reduce((sum, kind) => sum + counts[kind], 0),
    to: `${DASHBOARD}?${REVIEWED_KINDS.map((kind) => `${kind}-suspected=only`).join("&")}#${first ?? ""}`,
  };
}
