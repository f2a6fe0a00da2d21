import { randomUUID } from "node:crypto";
import type { SanityClient } from "@sanity/client";
import type { Logger } from "pino";
import { openRedis, type RedisConfig } from "../../app/platform/redis.server.ts";
import { EVERY_PAGE } from "./page.ts";

/** A document that was created, changed or deleted. */
export interface ContentChange {
  id: string;
  /** Its type; two when the type changed, none when unknown. */
  types: readonly string[];
}

/** Returns the documents that refer to any of these directly. */
export type FindReferrers = (ids: readonly string[]) => Promise<readonly { _id: string; _type: string }[]>;

interface PurgeOptions {
  /** Resolves to whether every process of the site will see the purge. Never rejects. */
  purge: (tags: readonly string[]) => Promise<boolean>;
  findReferrers: FindReferrers;
  log: Logger;
}

/** A picture of an author of an article on a page: no query of the site follows more references. */
const MAX_STEPS = 3;

/** Drafts, versions and submissions have a dot in their id; no page shows them. */
const isPublic = (id: string) => !id.includes(".");

/**
 * Returns a function that turns content changes into purges: at once for pages that show the documents themselves, a moment later
 * for pages that show documents which refer to them. If that lookup fails, those pages expire by their lifetime. The function
 * resolves to whether all of it is done and shared; it never rejects.
 */
export function createContentPurge({ purge, findReferrers, log }: PurgeOptions) {
  let pending = new Set<string>();
  let running: Promise<boolean> | undefined;

  async function purgeReferrersOf(changed: Set<string>): Promise<boolean> {
    const seen = new Set(changed);
    const purges: Promise<boolean>[] = [];
    let ids = [...changed];
    for (let step = 0; step < MAX_STEPS && ids.length > 0; step++) {
      const found = (await findReferrers(ids)).filter(({ _id }) => isPublic(_id) && !seen.has(_id));
      for (const { _id } of found) seen.add(_id);
      const tags = found.flatMap(({ _id, _type }) => [`doc:${_id}`, `type:${_type}`]);
      if (tags.length > 0) purges.push(purge(tags));
      ids = found.map(({ _id }) => _id);
    }
    return (await Promise.all(purges)).every(Boolean);
  }

  async function purgePending(): Promise<boolean> {
    let isDone = true;
    while (pending.size > 0) {
      const changed = pending;
      pending = new Set();
      try {
        isDone = (await purgeReferrersOf(changed)) && isDone;
      } catch (error) {
        log.warn({ err: error }, "pages that show changed documents by reference stay until they expire");
        isDone = false;
      }
    }
    running = undefined;
    return isDone;
  }

  return async (changes: readonly ContentChange[]): Promise<boolean> => {
    const visible = changes.filter(({ id }) => isPublic(id));
    if (visible.length === 0) return true;
    const direct = purge(
      visible.flatMap(({ id, types }) => ["all", `doc:${id}`, ...types.map((type) => `type:${type}`)]),
    );
    for (const { id } of visible) pending.add(id);
    running ??= purgePending();
    return (await Promise.all([direct, running])).every(Boolean);
  };
}

/** More changes at once: the rest expires by its lifetime. */
const MAX_IDS = 500;

/** Finds referrers in the content store, as an anonymous visitor and past its CDN. */
export function createFindReferrers(client: SanityClient): FindReferrers {
  const query = "*[references($ids)]{ _id, _type }";
  return (ids) => client.fetch(query, { ids: ids.slice(0, MAX_IDS) });
}

/** Position before the first entry of a stream. */
const EMPTY = "0-0";
const STREAM = "page-cache:purges";
/** Purges in the stream, for processes that could not reach Redis. A process that missed one purges every page. */
const MAX_ENTRIES = 500;
/** How often a process reads the stream, so that a change shows within a second: some 3.5 million commands a month. */
const POLL_INTERVAL_MS = 750;
/** Without it, one request that is never answered would end the polling. */
const REDIS_TIMEOUT_MS = 3_000;

export type SharedPurge = ReturnType<typeof createSharedPurge>;

interface SharedPurgeOptions {
  redis: RedisConfig;
  /** Applies a purge of another process; null in the process that has the lake and learns of every change by itself. */
  purge: ((tags: readonly string[]) => void) | null;
  log: Logger;
  pollIntervalMs?: number;
  timeoutMs?: number;
}

interface Entry extends Record<string, unknown> {
  /** The id of the process that purged. */
  machine: string;
  tags: string[];
}

/**
 * Shares purges among the processes of a site: Sanity's webhook reaches only one of them, or one of them has the lake. A Redis stream, because a
 * process that was away reads there what it missed (docs/decisions/0006-page-cache.md).
 */
export function createSharedPurge({
  redis: config,
  purge,
  log,
  pollIntervalMs = POLL_INTERVAL_MS,
  timeoutMs = REDIS_TIMEOUT_MS,
}: SharedPurgeOptions) {
  const redis = openRedis(config, { timeoutMs, retries: 1 });
  const processId = randomUUID();
  let lastId: string | null = null;
  /** After a failure, or when there was more than one read can return. */
  let mayHaveMissed = false;
  let isReachable = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  // What the process with the lake had not sent when it was killed is lost, so the others check every page.
  const unsent = new Set<string>(purge ? [] : [EVERY_PAGE]);

  /** Tags stay in `unsent` until Redis has taken them; a purge that arrives twice does no harm. */
  async function send(): Promise<void> {
    const tags = [...unsent];
    if (tags.length === 0) return;
    const trim = { type: "MAXLEN", threshold: MAX_ENTRIES, comparison: "~" } as const;
    unsent.clear();
    try {
      await redis.xadd(STREAM, "*", { machine: processId, tags }, { trim });
    } catch (error) {
      for (const tag of tags) unsent.add(tag);
      throw error;
    }
  }

  /** The id of the last entry is a version key: if it is gone, entries after it may be gone as well. */
  async function isLastEntryGone(id: string): Promise<boolean> {
    if (id === EMPTY) return false;
    return Object.keys(await redis.xrange(STREAM, id, id, 1)).length === 0;
  }

  /** Starts at the newest entry: older purges are older than this process's pages. */
  async function read(apply: (tags: readonly string[]) => void): Promise<void> {
    if (lastId === null) {
      lastId = Object.keys(await redis.xrevrange(STREAM, "+", "-", 1))[0] ?? EMPTY;
      return;
    }
    if (mayHaveMissed && (await isLastEntryGone(lastId))) apply([EVERY_PAGE]);
    const entries = await redis.xrange<Entry>(STREAM, `(${lastId}`, "+", MAX_ENTRIES);
    mayHaveMissed = Object.keys(entries).length === MAX_ENTRIES;
    for (const [id, { machine, tags }] of Object.entries(entries)) {
      lastId = id;
      if (machine !== processId) apply(tags);
    }
  }

  function reportUnreachable(error: unknown): void {
    mayHaveMissed = true;
    if (isReachable) log.warn({ err: error }, "purges are not shared while Redis is unreachable");
    isReachable = false;
  }

  async function poll(): Promise<void> {
    try {
      await send();
      if (purge) await read(purge);
      isReachable = true;
    } catch (error) {
      reportUnreachable(error);
    }
    if (!isClosed) timer = setTimeout(() => void poll(), pollIntervalMs).unref();
  }

  void poll();
  return {
    /**
     * Shares a purge with the other processes; as soon as Redis is back when it is unreachable. Resolves to whether Redis has it
     * already. Never rejects.
     */
    async publish(tags: readonly string[]): Promise<boolean> {
      for (const tag of tags) unsent.add(tag);
      try {
        await send();
        return true;
      } catch (error) {
        reportUnreachable(error);
        return false;
      }
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
