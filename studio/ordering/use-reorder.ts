import { useToast } from "@sanity/ui/toast";
import { useState } from "react";
import { useClient } from "sanity";
import { API_VERSION } from "../model/api.ts";
import { moved, newPositions, rowsOf, type Row } from "../model/reorder.ts";
import type { OrderedDocument } from "./use-versions.ts";

/** The rows as the reader put them, before the lake says so, and the function that moves one. */
export function useReorder(versions: readonly OrderedDocument[]): {
  rows: Row<OrderedDocument>[];
  move: (id: string, over: string) => Promise<void>;
} {
  const client = useClient({ apiVersion: API_VERSION });
  const toast = useToast();
  const [pending, setPending] = useState<ReadonlyMap<string, number>>(new Map());

  const rows = rowsOf(versions.map((doc) => ({ ...doc, order: pending.get(doc._id) ?? doc.order ?? null })));

  async function move(id: string, over: string): Promise<void> {
    const ids = moved(
      rows.map((row) => row.id),
      id,
      over,
    );
    const positions = newPositions(ids, versions);
    setPending(positions);
    try {
      const transaction = client.transaction();
      for (const [version, order] of positions) transaction.patch(version, { set: { order } });
      await transaction.commit({ visibility: "sync", tag: "reorder" });
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      toast.push({ status: "error", title: "The new order was not saved", description });
    }
    setPending(new Map());
  }

  return { rows, move };
}
