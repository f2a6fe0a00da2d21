import { Await, Link } from "@remix-run/react";
import { Suspense, startTransition, useCallback, useState } from "react";
import { useMay } from "../auth/session-client.ts";
import { OUTBOX, PEOPLE } from "../model/admin-paths.ts";
import { LOCALE } from "../model/locale.ts";
import { type AllTables, type TableResult, TABLE_KINDS, type TableKind, TABLES } from "../model/tables.ts";
import { Container } from "../ui/container.tsx";
import type { BulkResult } from "./bulk-status.server.ts";
import { FiguresSection } from "./figures-view.tsx";
import { FormLinks } from "./form-links.tsx";
import { NeedsSection } from "./needs-section.tsx";
import type { NeedsResult } from "./needs.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { TableSection } from "./table-section.tsx";
import { useLive, useNewest } from "./use-table.ts";

interface DashboardProps {
  tables: AllTables;
  pending: number | null;
  needs: NeedsResult;
  bulk: BulkResult | undefined;
  /** Paths of the pages that are switched off. */
  off: readonly string[];
}

export function Dashboard({ tables, pending, needs, bulk, off }: DashboardProps) {
  const versions = useLive();
  const [help, setHelp] = useState(false);
  // Transitions, because tables may not be hydrated yet (useLive).
  const showHelp = useCallback(() => startTransition(() => setHelp(true)), []);
  const hideHelp = useCallback(() => startTransition(() => setHelp(false)), []);
  const isAdmin = useMay("administer");
  const shown = TABLE_KINDS.flatMap((kind) => {
    const opened = tables[kind];
    return opened ? [{ kind, opened }] : [];
  });
  return (
    <Container className="py-10 sm:py-14">
      <h1 className="tight text-3xl">Admin dashboard</h1>
      <PendingLine count={pending} />
      <NeedsSection opened={needs} versions={versions} />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <nav aria-label="Dashboard">
          <ul className="flex flex-wrap gap-x-6">
            {shown.map(({ kind, opened }) => (
              <li key={kind}>
                <a href={`#${kind}`} className="footer-link">
                  {TABLES[kind].title}
                  <Suspense fallback={null}>
                    <Await resolve={opened} errorElement={null}>
                      {(initial) => <Unread kind={kind} initial={initial} />}
                    </Await>
                  </Suspense>
                </a>
              </li>
            ))}
            {isAdmin ? <AdminLinks /> : null}
            {/* Where there is probably a keyboard. */}
            <li className="hidden scripted:pointer-fine:block">
              <button type="button" onClick={showHelp} className="footer-link">
                Shortcuts
              </button>
            </li>
          </ul>
        </nav>
        <p className="text-sm text-ink-soft">Times are {LOCALE.timeZoneName}.</p>
      </div>
      <Shortcuts open={help} onClose={hideHelp} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-14">
        {isAdmin ? <FormLinks off={off} /> : null}
        {shown.map(({ kind, opened }) => (
          <TableSection
            key={kind}
            kind={kind}
            opened={opened}
            version={versions[kind]}
            bulk={bulk}
            onHelp={showHelp}
          />
        ))}
        {isAdmin ? <FiguresSection /> : null}
      </div>
    </Container>
  );
}

const ADMIN_LINKS = [
  { to: "#figures", label: "Figures" },
  { to: OUTBOX, label: "Outbox" },
  { to: PEOPLE, label: "People" },
];

function AdminLinks() {
  return ADMIN_LINKS.map(({ to, label }) => (
    <li key={to}>
      <Link to={to} className="footer-link">
        {label}
      </Link>
    </li>
  ));
}

function Unread({ kind, initial }: { kind: TableKind; initial: TableResult }) {
  const result = useNewest(kind, initial);
  if (result.status === "failed" || result.unread === 0) return null;
  return (
    <span className="figures ml-1.5 rounded-full bg-accent px-2 text-xs font-semibold whitespace-nowrap text-on-accent">
      {result.unread} new
    </span>
  );
}

/** Says how many submissions wait for the content store, and so are missing in the tables. */
function PendingLine({ count }: { count: number | null }) {
  if (count === 0) return null;
  return (
    <p className="mt-4 rounded-md bg-tint px-4 text-sm">
      {count === null ? "Failed to read the queue on this server." : `${count} pending sync.`}{" "}
      <Link to={OUTBOX} className="inline-flex min-h-11 items-center text-link">
        Open the outbox
      </Link>
    </p>
  );
}
