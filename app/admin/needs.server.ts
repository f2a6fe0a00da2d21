import type { SanityClient } from "@sanity/client";
import type { InvoiceSummary } from "../model/contracts/contract-document.ts";
import { openCents } from "../model/contracts/invoice-state.ts";
import { formatCents, sumCents } from "../model/contracts/money.ts";
import { DEMO_IDS, isShown, namesDemo } from "../model/demo.ts";
import { dateOf, formatNumber } from "../model/format.ts";
import { mayRole, type Role } from "../model/roles.ts";
import { TABLES } from "../model/tables.ts";
import type { Clock } from "../platform/clock.ts";
import { storeError } from "../platform/content-store.server.ts";
import {
  NEED_NAMES,
  demoLine,
  needLine,
  NEEDS,
  payeeLine,
  suspectedLine,
  unsentLine,
  type Need,
  type NeedsResult,
  type SuspectedCounts,
} from "./needs.ts";
import { DEMO_QUERY, NEEDS_QUERY, WAITING_QUERY } from "./tables-query.ts";

/** How long the store may take, in ms. As long as a table (`OPENING_MS`): the page waits for both. */
const TIMEOUT_MS = 7_000;

type OpenInvoice = Pick<InvoiceSummary, "totalCents" | "receivedCents" | "creditedCents">;

type Counted = Readonly<Record<Exclude<Need, "overdue">, number>> & {
  overdue: { invoices: OpenInvoice[] | null }[];
  suspected: SuspectedCounts;
};

interface Demo {
  unchanged: string[];
  settings: { _id: string }[];
  /** Documents of the pages that are switched off. */
  off: string[];
}

interface NeedsDeps {
  adminClient: SanityClient;
  /** Whether strangers reach the site. */
  isPublic: boolean;
  /** Returns how many emails could not be sent; null when that cannot be read. */
  countUnsent: () => Promise<number | null>;
  clock: Clock;
  report: (error: unknown) => void;
}

/** `$1,984.00`, and of how many clients when one of them owes several. */
function overdueNote(overdue: Counted["overdue"], invoices: readonly OpenInvoice[]): string {
  const sum = formatCents(
    sumCents(invoices, (invoice) =>
      openCents({ ...(invoice as InvoiceSummary), kind: "invoice", status: "open" }),
    ),
  );
  if (overdue.length === invoices.length) return sum;
  return `${sum}, of ${formatNumber(overdue.length, 0)} ${overdue.length === 1 ? "contract" : "contracts"}`;
}

function lineOf(need: Need, counted: Counted) {
  if (need !== "overdue") return needLine(need, counted[need]);
  const invoices = counted.overdue.flatMap(({ invoices }) => invoices ?? []);
  return needLine(need, invoices.length, overdueNote(counted.overdue, invoices));
}

export function createNeeds({ adminClient, isPublic, countUnsent, clock, report }: NeedsDeps) {
  /** Returns the rows for content that is unchanged since the seed, and for orders that wait for payment details. */
  async function readDemo(signal: AbortSignal) {
    const { unchanged, settings, off } = await adminClient.fetch<Demo>(
      DEMO_QUERY,
      { demoIds: DEMO_IDS },
      { signal },
    );
    const named = settings.filter(namesDemo).map(({ _id }) => _id);
    const isHeld = isPublic && named.includes("paymentSettings");
    const waiting = isHeld ? await adminClient.fetch<number>(WAITING_QUERY, {}, { signal }) : 0;
    const count = new Set([...unchanged.filter((id) => isShown(id, off)), ...named]).size;
    return { waiting: payeeLine(waiting), demo: count > 0 ? demoLine(count) : null };
  }

  async function read(role: Role): Promise<NeedsResult> {
    const isAdmin = mayRole(role, "administer");
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const [counted, unsent, left] = await Promise.all([
      adminClient.fetch<Counted>(NEEDS_QUERY, { today: dateOf(clock()) }, { signal }),
      isAdmin ? countUnsent() : 0,
      isAdmin ? readDemo(signal) : null,
    ]);
    const lines = NEED_NAMES.filter((need) => mayRole(role, TABLES[NEEDS[need].table].reading)).map((need) =>
      lineOf(need, counted),
    );
    const suspected = suspectedLine(counted.suspected);
    return {
      status: "loaded",
      lines: [...(left ? [left.waiting] : []), ...lines, unsentLine(unsent ?? 0)].filter(
        ({ count }) => count > 0,
      ),
      suspected: isAdmin && suspected.count > 0 ? suspected : null,
      demo: left?.demo ?? null,
    };
  }

  return {
    /** Returns what waits for somebody of this role. Never rejects. */
    load: (role: Role): Promise<NeedsResult> =>
      read(role).catch((cause: unknown) => {
        report(storeError(cause));
        return { status: "failed" as const };
      }),
  };
}
