import { createHash } from "node:crypto";
import { isbot } from "isbot";
import type { Logger } from "pino";
import { z } from "zod";
import { type ContentStore, readDocument } from "../platform/content-store.server.ts";
import { isMeasurementId } from "../platform/env.server.ts";
import { pathSchema, readJsonAs } from "../platform/http/form-body.server.ts";
import { createThrottle } from "../platform/rate-limit.server.ts";

export function createAnalytics({ log, clients }: { log: Pick<Logger, "warn">; clients: ContentStore }) {
  const counter = createPageViewCounter({
    add: createPageViewStore(clients),
    onError: (error) => log.warn({ err: error }, "page views not kept, will be offered again"),
  });
  return {
    ...counter,
    /**
     * More pages than any visitor opens; further views are not counted. In each process: in Redis it would be a command a page
     * view, most of what a busy site asks of it.
     */
    throttle: createThrottle({ name: "page-view", requests: 600, seconds: 600 }, { on: false }),
  };
}

/**
 * Returns the Google Analytics account to count with: the first one that is set, when it is a measurement ID. Anything else is
 * ignored with a warning.
 */
export function readMeasurementId(
  candidates: readonly (string | null | undefined)[],
  warn: (message: string) => void,
): string | null {
  const id = candidates.find(Boolean);
  if (!id || isMeasurementId(id)) return id || null;
  warn("Google Analytics is off: its account is not a measurement ID, such as G-AB12CD34EF");
  return null;
}

export type ViewCounts = ReadonlyMap<string, number>;

/**
 * Adds to the stored sums. `day` is a calendar day, `2026-11-21`. Rejects when they could not be stored; they are passed
 * again later.
 */
type AddViews = (day: string, counts: ViewCounts) => Promise<void>;

/** Collects the views of a day that has more paths than the site has pages, because somebody is inventing paths. */
export const OTHER_PATHS = "(other)";
/** Maximum of distinct paths that are counted separately in one day. */
export const MAX_PATHS = 300;

/** Adds to a sum, under `OTHER_PATHS` when the path is new and there are too many already. */
function addViews(sums: Map<string, number>, counts: ViewCounts): void {
  for (const [path, views] of counts) {
    const key = sums.has(path) || sums.size < MAX_PATHS ? path : OTHER_PATHS;
    sums.set(key, (sums.get(key) ?? 0) + views);
  }
}

/**
 * Counts page views in memory until they are flushed, so that a burst of visitors is one write. Views that are not flushed
 * when the process ends are lost: these are statistics.
 */
export function createPageViewCounter({
  add,
  onError,
}: {
  add: AddViews;
  onError: (error: unknown) => void;
}) {
  let pending = new Map<string, Map<string, number>>();

  function collect(day: string, counts: ViewCounts): void {
    const sums = pending.get(day) ?? new Map<string, number>();
    addViews(sums, counts);
    pending.set(day, sums);
  }

  /** Stores the collected sums. Those that could not be stored are collected again. */
  async function flush(): Promise<void> {
    const batch = pending;
    pending = new Map();
    for (const [day, counts] of batch) {
      try {
        await add(day, counts);
      } catch (error) {
        onError(error);
        collect(day, counts);
      }
    }
  }

  return { record: (day: string, path: string) => collect(day, new Map([[path, 1]])), flush };
}

interface PathViews {
  _key: string;
  path: string;
  views: number;
}

const keyOf = (path: string) => createHash("sha256").update(path).digest("hex").slice(0, 12);

/**
 * Stores the sums of a day in the document `pageView.<day>`, whose id has a dot so that visitors cannot read it. When two
 * processes add at once, the second one is rejected by the revision and retries later.
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

/** A body only holds a path in JSON. */
const MAX_BODY_BYTES = 1024;

const schema = z.strictObject({ path: pathSchema });

/**
 * Returns whether a view is not counted: the visitor objects (Sec-GPC, DNT), the page was only prefetched, or the client is
 * a robot.
 */
export function isUncounted(headers: Headers): boolean {
  if (headers.get("sec-gpc") === "1" || headers.get("dnt") === "1") return true;
  if (/\b(?:prefetch|prerender)\b/.test(headers.get("sec-purpose") ?? "")) return true;
  const agent = headers.get("user-agent");
  return !agent || isbot(agent);
}

/** Returns the path of a posted page view. Throws an AppError: 405, 413, 415, or 400 for anything but `{ path }`. */
export const viewedPath = async (request: Request): Promise<string> =>
  (await readJsonAs(request, schema, MAX_BODY_BYTES)).path;
