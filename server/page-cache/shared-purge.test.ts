import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startFaultProxy } from "../../dev/doubles/fault-proxy.ts";
import { startUpstashDouble, type UpstashDouble } from "../../dev/doubles/upstash.ts";
import { createSharedPurge, type SharedPurge } from "./shared-purge.ts";

let redis: UpstashDouble;
let machines: SharedPurge[];
beforeEach(async () => {
  redis = await startUpstashDouble();
  machines = [];
});
afterEach(async () => {
  for (const machine of machines) machine.close();
  await redis.close();
});

const asked = () => redis.commands.filter(([name]) => name?.toUpperCase() !== "XADD").length;

/** A machine that has asked once: it hears what is told from now on. */
async function machine(url = redis.url, patience = 10_000) {
  const purged: string[][] = [];
  const before = asked();
  const shared = createSharedPurge({
    redis: { url, token: redis.token },
    purge: (tags) => purged.push([...tags]),
    log: pino({ level: "silent" }),
    every: 20,
    patience,
  });
  machines.push(shared);
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before + 1), 10_000);
  return { ...shared, purged };
}

describe("a purge", () => {
  it("reaches every other machine once, in order", async () => {
    const [one, two, three] = [await machine(), await machine(), await machine()];
    one.tell(["doc:a", "type:post"]);
    await vi.waitFor(() => expect(two.purged).toHaveLength(1), 10_000);
    one.tell(["doc:b"]);
    for (const other of [two, three])
      await vi.waitFor(() => expect(other.purged).toEqual([["doc:a", "type:post"], ["doc:b"]]), 10_000);
    expect(one.purged).toEqual([]);
  });

  it("from before a machine started is none of its business", async () => {
    const one = await machine();
    one.tell(["doc:old"]);
    await vi.waitFor(
      () => expect(redis.commands.some(([name]) => name?.toUpperCase() === "XADD")).toBe(true),
      10_000,
    );
    const late = await machine();
    one.tell(["doc:new"]);
    await vi.waitFor(() => expect(late.purged).toEqual([["doc:new"]]), 10_000);
  });

  it("is shared again once Redis is back", async () => {
    const [one, two] = [await machine(), await machine()];
    redis.away(true);
    one.tell(["doc:lost"]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    redis.away(false);
    await vi.waitFor(async () => {
      one.tell(["doc:a"]);
      expect(two.purged.flat()).toContain("doc:a");
    }, 10_000);
  });

  it("is heard by a machine whose question was never answered", async () => {
    const proxy = await startFaultProxy(redis.url);
    try {
      const [one, two] = [await machine(), await machine(proxy.origin, 500)];
      await proxy.fail({ path: /./, fault: { kind: "hang" }, times: 1 });
      one.tell(["doc:a"]);
      await vi.waitFor(() => expect(two.purged.flat()).toContain("doc:a"), 10_000);
    } finally {
      await proxy.close();
    }
  });
});
