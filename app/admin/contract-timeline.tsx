import type { ContractView } from "../model/contracts/contract-view.ts";
import { formatCents } from "../model/contracts/money.ts";
import { DetailGroup } from "./detail-parts.tsx";
import { SiteTime } from "./site-time.tsx";

/** Everything that happened to a contract, newest first. */
export function ContractTimeline({ events }: { events: ContractView["timeline"] }) {
  return (
    <DetailGroup title="Timeline">
      <ol className="text-sm">
        {events.map(({ key, label, at, by, amountCents, note }) => (
          <li key={key} className="relative border-l border-line pb-4 pl-5 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full border border-edge bg-surface"
            />
            <span className="flex flex-wrap justify-between gap-x-6">
              <span className="font-semibold text-ink">{label}</span>
              {amountCents === null ? null : <span className="figures">{formatCents(amountCents)}</span>}
            </span>
            <span className="block text-ink-faint">
              <SiteTime iso={at} />
              {by ? `, ${by}` : null}
            </span>
            {note ? (
              <span className="block min-w-0 wrap-break-word whitespace-pre-line text-ink-soft">{note}</span>
            ) : null}
          </li>
        ))}
      </ol>
    </DetailGroup>
  );
}
