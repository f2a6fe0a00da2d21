import { createHash } from "node:crypto";
import { readDocument } from "../platform/read-document.server.ts";
import type { ContentStore } from "../platform/content-store.ts";
import { addViews, type AddViews } from "./analytics-counter.server.ts";

interface PathViews {
  _key: string;
  path: string;
  views: number;
}

const keyOf = (path: string) => createHash("sha256").update(path).digest("hex").slice(0, 12);

/**
 * Keeps the sums of a day in the document `pageView.<day>`, whose id has a dot so that visitors cannot read it. Two
 * processes may add at once: whoever comes second is refused by the revision and offers its sums again.
 */
export function createPageViewStore({ readClient, writeClient }: ContentStore): AddViews {
  return async (day, counts) => {
    const id = `pageView.${day}`;
    await writeClient.createIfNotExists({ _id: id, _type: "pageViewDay", day, paths: [] });
    const stored = await readDocument<{ paths?: PathViews[] }>(readClient, id);
    if (!stored) throw new Error(`${id} is not there after it was made`);
    const sums = new Map((stored.paths ?? []).map(({ path, views }) => [path, views]));
    addViews(sums, counts);
    const paths = Array.from(sums, ([path, views]) => ({ _key: keyOf(path), path, views }));
    await writeClient.patch(id).ifRevisionId(stored._rev).set({ paths }).commit({ visibility: "async" });
  };
}
