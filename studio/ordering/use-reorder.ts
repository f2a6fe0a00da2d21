import { useToast } from "@sanity/ui/toast";
import { useEffect, useState } from "react";
import { useClient } from "sanity";
import { API_VERSION } from "../model/api.ts";
import { moved, newPositions, rowsOf, type Row } from "../model/reorder.ts";

/** A version of a document: the draft, or what is published. */
export interface OrderedDocument {
  _id: string;
  _type: string;
  order?: number | null;
}

/** How long a moved row keeps its new position when the lake reports another one, because somebody else moved it too, in ms. */
const PENDING_TIMEOUT_MS = 5_000;

/** Returns the rows with unsaved moves applied, and the function that moves one. */
export function useReorder(versions: readonly OrderedDocument[]): {
  rows: Row<OrderedDocument>[];
  move: (id: string, over: string) => Promise<void>;
} {
  const client = useClient({ apiVersion: API_VERSION });
  const toast = useToast();
  const [pending, setPending] = useState<ReadonlyMap<string, number>>(new Map());

  // Moves stay applied until the lake reports them: the rows would jump back for a moment, and the handle lose the focus.
  const isSaved = versions.every(({ _id, order }) => !pending.has(_id) || pending.get(_id) === order);
  useEffect(() => {
    if (pending.size === 0) return;
    const timer = setTimeout(() => setPending(new Map()), isSaved ? 0 : PENDING_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [pending, isSaved]);

  const known = versions.map((doc) => ({ ...doc, order: pending.get(doc._id) ?? doc.order ?? null }));
  const rows = rowsOf(known);

  async function move(id: string, over: string): Promise<void> {
    const ids = moved(
      rows.map((row) => row.id),
      id,
      over,
    );
    // Not those that the lake has reported: a move back before its report would look as if there were nothing to write.
    const positions = newPositions(ids, known);
    setPending(new Map([...pending, ...positions]));
    try {
      const transaction = client.transaction();
      for (const [version, order] of positions) transaction.patch(version, { set: { order } });
      await transaction.commit({ visibility: "sync", tag: "reorder" });
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      toast.push({ status: "error", title: "The new order was not saved", description });
      setPending(new Map());
    }
  }

  return { rows, move };
}
