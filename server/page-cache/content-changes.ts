import type { SanityClient } from "@sanity/client";
import type { Logger } from "pino";

/** A document that was made, altered or removed. */
export interface ContentChange {
  id: string;
  /** Its type; two when it changed that, none when unknown. */
  types: readonly string[];
}

/** The documents that refer to any of these, one step away. */
export type Referrers = (ids: readonly string[]) => Promise<readonly { _id: string; _type: string }[]>;

interface ContentChangesOptions {
  purge: (tags: readonly string[]) => void;
  referrers: Referrers;
  log: Logger;
}

/** A picture of an author of an article on a page: nothing of the site follows more references than that. */
const MAX_STEPS = 3;

/** Drafts, versions and what belongs to visitors have a dot in their id, and no page shows them. */
const isPublic = (id: string) => !id.includes(".");

function tagsOf({ id, types }: ContentChange): string[] {
  return ["all", `doc:${id}`, ...types.map((type) => `type:${type}`)];
}

/**
 * Turns changes of documents into purges: at once for pages that were made of them, a moment later for those that were
 * made of documents which refer to them. When that cannot be found out, pages grow old by themselves.
 */
export function createContentChanges({ purge, referrers, log }: ContentChangesOptions) {
  let pending = new Set<string>();
  let working = false;

  async function followOnce(changed: Set<string>): Promise<void> {
    const seen = new Set(changed);
    let ids = [...changed];
    for (let step = 0; step < MAX_STEPS && ids.length > 0; step++) {
      const found = (await referrers(ids)).filter(({ _id }) => isPublic(_id) && !seen.has(_id));
      for (const { _id } of found) seen.add(_id);
      const tags = found.flatMap(({ _id, _type }) => [`doc:${_id}`, `type:${_type}`]);
      if (tags.length > 0) purge(tags);
      ids = found.map(({ _id }) => _id);
    }
  }

  async function follow(): Promise<void> {
    if (working) return;
    working = true;
    while (pending.size > 0) {
      const changed = pending;
      pending = new Set();
      await followOnce(changed).catch((error: unknown) =>
        log.warn({ err: error }, "pages that show changed documents by reference stay until they are old"),
      );
    }
    working = false;
  }

  return (changes: readonly ContentChange[]): void => {
    const seen = changes.filter(({ id }) => isPublic(id));
    if (seen.length === 0) return;
    purge(seen.flatMap(tagsOf));
    for (const { id } of seen) pending.add(id);
    void follow();
  };
}

/** More than this at once, and the rest is left to age. */
const MAX_IDS = 500;

const QUERY = "*[references($ids)]{ _id, _type }";

/** Asks the content store who refers to a document, as a visitor and past its CDN. */
export function createReferrers(client: SanityClient): Referrers {
  return (ids) => client.fetch(QUERY, { ids: ids.slice(0, MAX_IDS) });
}
