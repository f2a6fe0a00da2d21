import { Redis } from "@upstash/redis";
import { pino } from "pino";
import { startFaultProxy } from "stand-ins/fault-proxy";
import { startUpstashStandIn, type UpstashStandIn } from "stand-ins/upstash";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WAIT } from "../../tests/support/timeouts.ts";
import {
  createContentPurge,
  createSharedPurge,
  type ContentChange,
  type FindReferrers,
  type SharedPurge,
} from "./purge.ts";

const log = pino({ level: "silent" });

describe("createContentPurge", () => {
  /** `references` maps a document to those that refer to it: `{ author: ["post"] }`. */
  function contentPurge(references: Record<string, string[]>, isShared = (_tag: string) => true) {
    const purged: string[] = [];
    const purge = async (tags: readonly string[]): Promise<boolean> => {
      purged.push(...tags);
      return tags.every(isShared);
    };
    const lookups: string[][] = [];
    const findReferrers: FindReferrers = async (ids) => {
      lookups.push([...ids]);
      return ids.flatMap((id) => (references[id] ?? []).map((_id) => ({ _id, _type: `${_id}Type` })));
    };
    const onChange = createContentPurge({ purge, findReferrers, log });
    return { onChange, purged, lookups };
  }

  it("purges the document and its type at once", () => {
    const { onChange, purged } = contentPurge({});
    void onChange([{ id: "a", types: ["post"] }]);
    expect(purged).toEqual(["all", "doc:a", "type:post"]);
  });

  it("purges what refers to it, over several steps and in circles", async () => {
    const { onChange, purged, lookups } = contentPurge({ image: ["author"], author: ["post", "image"] });
    expect(await onChange([{ id: "image", types: ["sanity.imageAsset"] }])).toBe(true);
    expect(purged).toContain("doc:post");
    expect(purged).toContain("type:authorType");
    expect(lookups).toEqual([["image"], ["author"], ["post"]]);
  });

  it("looks up the referrers of a burst of changes together", async () => {
    const { onChange, lookups } = contentPurge({});
    await Promise.all(["a", "b", "c"].map((id) => onChange([{ id, types: ["post"] }])));
    expect(lookups).toEqual([["a"], ["b", "c"]]);
  });

  it("says whether all of it is shared, and purges here what is not", async () => {
    for (const lost of ["doc:image", "doc:author", "doc:post"]) {
      const { onChange, purged } = contentPurge(
        { image: ["author"], author: ["post"] },
        (tag) => tag !== lost,
      );
      expect([lost, await onChange([{ id: "image", types: [] }])]).toEqual([lost, false]);
      expect(purged).toEqual(expect.arrayContaining(["doc:image", "doc:author", "doc:post"]));
    }
  });

  it("ignores drafts, versions and submissions", async () => {
    const { onChange, purged, lookups } = contentPurge({});
    const changes: ContentChange[] = ["drafts.a", "versions.r1.a", "contract.1"].map((id) => ({
      id,
      types: ["post"],
    }));
    expect(await onChange(changes)).toBe(true);
    expect([purged, lookups]).toEqual([[], []]);
  });

  it("works again after a failed lookup", async () => {
    const purged: string[] = [];
    let isFailing = true;
    const onChange = createContentPurge({
      purge: async (tags) => purged.push(...tags) > 0,
      findReferrers: async () => {
        if (isFailing) throw new Error("down");
        return [{ _id: "page", _type: "page" }];
      },
      log,
    });
    expect(await onChange([{ id: "a", types: [] }])).toBe(false);
    isFailing = false;
    expect(await onChange([{ id: "a", types: [] }])).toBe(true);
    expect(purged).toContain("doc:page");
  });
});

describe("createSharedPurge", () => {
  let redis: UpstashStandIn;
  let processes: SharedPurge[];
  beforeEach(async () => {
    redis = await startUpstashStandIn();
    processes = [];
  });
  afterEach(async () => {
    for (const process of processes) process.close();
    await redis.close();
  });

  const reads = () => redis.commands.filter(([name]) => name?.toUpperCase() !== "XADD").length;

  /** A process that has read the end of the stream: it receives purges from now on. */
  async function startProcess(url = redis.url, timeoutMs = 10_000) {
    const purged: string[][] = [];
    const before = reads();
    const shared = createSharedPurge({
      redis: { url, token: redis.token },
      purge: (tags) => purged.push([...tags]),
      log,
      pollIntervalMs: 20,
      timeoutMs,
    });
    processes.push(shared);
    await vi.waitFor(() => expect(reads()).toBeGreaterThan(before + 1), WAIT);
    return { ...shared, purged };
  }

  it("reaches every other process once, in order", async () => {
    const [one, two, three] = [await startProcess(), await startProcess(), await startProcess()];
    expect(await one.publish(["doc:a", "type:post"])).toBe(true);
    await vi.waitFor(() => expect(two.purged).toHaveLength(1), WAIT);
    await one.publish(["doc:b"]);
    for (const other of [two, three])
      await vi.waitFor(() => expect(other.purged).toEqual([["doc:a", "type:post"], ["doc:b"]]), WAIT);
    expect(one.purged).toEqual([]);
  });

  it("skips purges from before the process started", async () => {
    const one = await startProcess();
    await one.publish(["doc:old"]);
    const late = await startProcess();
    await one.publish(["doc:new"]);
    await vi.waitFor(() => expect(late.purged).toEqual([["doc:new"]]), WAIT);
  });

  it("loses no purge of the time when Redis was unreachable", async () => {
    const [one, two] = [await startProcess(), await startProcess()];
    redis.away(true);
    expect(await Promise.all([one.publish(["doc:a"]), one.publish(["doc:b"])])).toEqual([false, false]);
    redis.away(false);
    await vi.waitFor(() => expect(new Set(two.purged.flat())).toEqual(new Set(["doc:a", "doc:b"])), WAIT);
  });

  it("purges every page of a process that has missed a purge", async () => {
    const proxy = await startFaultProxy(redis.url);
    try {
      const [one, two] = [await startProcess(), await startProcess(proxy.origin)];
      await one.publish(["doc:a"]);
      await vi.waitFor(() => expect(two.purged).toEqual([["doc:a"]]), WAIT);
      const failed = proxy.fail({ path: /./, fault: { kind: "status", status: 503 } });
      await failed;
      await new Redis({ url: redis.url, token: redis.token }).del("page-cache:purges");
      proxy.clear();
      await vi.waitFor(() => expect(two.purged).toContainEqual(["every-page"]), WAIT);
      await one.publish(["doc:b"]);
      await vi.waitFor(() => expect(two.purged.at(-1)).toEqual(["doc:b"]), WAIT);
    } finally {
      await proxy.close();
    }
  });

  it("purges every page when the process with the lake starts, which may have been killed before it shared a purge", async () => {
    const other = await startProcess();
    const options = { redis: { url: redis.url, token: redis.token }, purge: null, log };
    processes.push(createSharedPurge(options));
    await vi.waitFor(() => expect(other.purged).toEqual([["every-page"]]), WAIT);
  });

  it("reaches a process whose last read was never answered", async () => {
    const proxy = await startFaultProxy(redis.url);
    try {
      const [one, two] = [await startProcess(), await startProcess(proxy.origin, 500)];
      await proxy.fail({ path: /./, fault: { kind: "hang" }, times: 1 });
      await one.publish(["doc:a"]);
      await vi.waitFor(() => expect(two.purged.flat()).toContain("doc:a"), WAIT);
    } finally {
      await proxy.close();
    }
  });
});
