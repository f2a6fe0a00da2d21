import { useState } from "react";
import type { TableResult } from "./table-result.ts";

interface Seen {
  result: TableResult;
  ids: ReadonlySet<string>;
  arrived: ReadonlySet<string>;
}

const idsOf = (result: TableResult) =>
  new Set(result.status === "loaded" ? result.rows.map(({ _id }) => _id) : []);

/** The same part of a table, read again: what it did not have before has arrived. */
function look(before: Seen, result: TableResult): Seen {
  const ids = idsOf(result);
  const same = before.result.status === "loaded" && before.result.asked === result.asked;
  const arrived = same ? [...ids].filter((id) => before.arrived.has(id) || !before.ids.has(id)) : [];
  return { result, ids, arrived: new Set(arrived) };
}

/** Ids of the rows that came since the same part of the table was first shown. */
export function useArrivals(result: TableResult): ReadonlySet<string> {
  const [seen, setSeen] = useState<Seen>({ result, ids: idsOf(result), arrived: new Set() });
  if (seen.result === result) return seen.arrived;
  const next = look(seen, result);
  setSeen(next);
  return next.arrived;
}
