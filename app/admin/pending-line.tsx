import { Link } from "@remix-run/react";
import { OUTBOX } from "./addresses.ts";

const LINK = "inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4";

/** One quiet line on the dashboard: whether everything that visitors sent is in the tables below. */
export function PendingLine({ count }: { count: number | null }) {
  if (count === 0) return null;
  return (
    <p className="mt-4 rounded-md bg-tint px-4 text-sm">
      {count === null ? "The queue on this machine cannot be read." : `${count} pending sync.`}{" "}
      <Link to={OUTBOX} className={LINK}>
        Open the outbox
      </Link>
    </p>
  );
}
