import { Link, useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { NEEDS_PATH } from "../model/admin-paths.ts";
import { formatNumber } from "../model/format.ts";
import { type NeedLine, type NeedsResult } from "./needs.ts";
import type { Versions } from "./use-table.ts";

/** Returns what the page was rendered with, counted anew after each change that the tables are told of. */
function useNeeds(opened: NeedsResult, versions: Versions): NeedsResult {
  const { load, data } = useFetcher<NeedsResult>({ key: "admin-needs" });
  const known = useRef(versions);
  useEffect(() => {
    if (known.current === versions) return;
    known.current = versions;
    load(NEEDS_PATH);
  }, [versions, load]);
  return data ?? opened;
}

/** The first thing on the dashboard: what waits for an admin, each a link to its rows. */
export function NeedsSection({ opened, versions }: { opened: NeedsResult; versions: Versions }) {
  const needs = useNeeds(opened, versions);
  return (
    <section aria-labelledby="needs-title" className="mt-6">
      <h2 id="needs-title" className="mb-3 text-2xl">
        Needs you
      </h2>
      {needs.status === "failed" ? <NeedsFailed /> : <Needs {...needs} />}
    </section>
  );
}

function Needs({ lines, suspected, demo }: Extract<NeedsResult, { status: "loaded" }>) {
  return (
    <>
      {lines.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-5 py-4 text-ink-soft">
          Nothing waits for you.
        </p>
      ) : (
        <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-4">
          {lines.map((line) => (
            <NeedLink key={line.label} {...line} />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-6 text-sm text-ink-soft">
        {[suspected, demo].map((line) =>
          line ? (
            <Link
              key={line.label}
              to={line.to}
              reloadDocument={isStudio(line.to)}
              className="inline-flex min-h-11 items-center text-link"
            >
              {formatNumber(line.count, 0)} {line.label}
            </Link>
          ) : null,
        )}
      </p>
    </>
  );
}

/** The Studio is an application of its own. */
const isStudio = (path: string): boolean => path.startsWith("/studio");

function NeedLink({ label, count, note, to }: NeedLine) {
  return (
    <li>
      <Link
        to={to}
        reloadDocument={isStudio(to)}
        className="flex h-full min-h-12 items-center justify-between gap-4 rounded-lg border border-line bg-surface px-4 py-2 transition-colors hover:border-edge hover:bg-tint"
      >
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-semibold">{label}</span>
          {note ? <span className="figures block text-sm text-ink-soft">{note}</span> : null}
        </span>{" "}
        <span className="figures text-2xl font-semibold text-accent">{formatNumber(count, 0)}</span>
      </Link>
    </li>
  );
}

function NeedsFailed() {
  const { pathname, search } = useLocation();
  return (
    <p className="rounded-lg border border-line bg-surface px-5 py-2 text-ink-soft">
      What waits for you could not be counted.{" "}
      <Link to={pathname + search} reloadDocument className="inline-flex min-h-11 items-center text-link">
        Count again
      </Link>
    </p>
  );
}
