import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LakeDocument } from "../model/document.ts";
import { KNOWN_QUERIES } from "../model/limits.ts";
import { DocumentIndex } from "../store/document-index.ts";
import { PublicRead } from "./public-read.ts";
import { QueryProcess } from "./query-process.ts";

const { signal } = new AbortController();

/** Takes longer than any deadline. */
const list = `[${Array.from({ length: 300 }, (_, n) => n).join()}]`;
const ENDLESS = `count(${list}[count(${list}[count(${list}[count(${list}[@ > 1]) > 1]) > 1]) > 1])`;

let open: PublicRead;

const openWithShare = (ms: number) =>
  new PublicRead({ documents: new DocumentIndex(), projectId: "local", dataset: "production" }, ms);

beforeEach(() => {
  open = openWithShare(1500);
});

afterEach(() => open.close());

const ask = async (caller: string, query: string): Promise<number> =>
  open.ask(caller, { query, params: {}, echo: false }, signal).then(
    () => 200,
    (error: unknown) => (error as { status: number }).status,
  );

test("evaluates a caller's queries for so many seconds a minute, those that wait included", async () => {
  const statuses = await Promise.all(Array.from({ length: 20 }, () => ask("a", ENDLESS)));
  // One takes a second of the 1.5, and longer on a busy machine: then the next one is too many already.
  const evaluated = statuses.filter((status) => status === 408).length;
  expect([1, 2]).toContain(evaluated);
  expect(statuses.slice(evaluated)).toEqual(Array.from({ length: 20 - evaluated }, () => 429));
  await expect(ask("a", "1")).resolves.toBe(429);
  await expect(open.ask("a", { query: "1", params: {}, echo: false }, signal)).rejects.toMatchObject({
    headers: { "retry-after": expect.stringMatching(/^[1-9]\d?$/) },
  });
  await expect(ask("b", "1")).resolves.toBe(200);
});

test("lets a caller have only so many queries waiting", async () => {
  open.close();
  // More than they take on a busy machine.
  open = openWithShare(60_000);
  const statuses = await Promise.all(Array.from({ length: 200 }, () => ask("a", "1")));
  expect(statuses.filter((status) => status === 200)).toHaveLength(128);
  expect(statuses.filter((status) => status === 429)).toHaveLength(72);
});

test("holds only so many bytes that nobody reads", async () => {
  const MIB = 1024 * 1024;
  const bodies = Array.from({ length: 64 }, () => open.hold(new Uint8Array(MIB)));
  expect(() => open.hold(new Uint8Array(1))).toThrow("busy");
  await expect(ask("a", "1")).resolves.toBe(503);
  await bodies[0]?.cancel();
  await expect(ask("a", "1")).resolves.toBe(200);
  expect((await new Response(bodies[1]).bytes()).byteLength).toBe(MIB);
  const [, , ...unread] = bodies;
  for (const body of unread) await body.cancel();
});

test("cuts off who does not read in time, and counts the bytes no more", async () => {
  const body = open.hold(new Uint8Array(64 * 1024 * 1024), 1).getReader();
  await body.read();
  await expect.poll(() => ask("a", "1")).toBe(200);
  await expect(body.read()).rejects.toThrow("not read in time");
});

test("answers who waits when it closes, and nobody after", async () => {
  const asked = [ask("a", ENDLESS), ask("a", "1"), ask("b", "1")];
  open.close();
  expect(await Promise.all(asked)).toEqual([503, 503, 503]);
  expect(await ask("a", "1")).toBe(503);
});

test("a script with nothing else to do waits for its query, and ends after it", () => {
  const script = `
    import { PublicRead } from ${JSON.stringify(new URL("public-read.ts", import.meta.url).href)};
    import { DocumentIndex } from ${JSON.stringify(new URL("../store/document-index.ts", import.meta.url).href)};
    const read = new PublicRead({ documents: new DocumentIndex(), projectId: "local", dataset: "production" });
    const bytes = await read.ask("a", { query: "1 + 1", params: {}, echo: false }, new AbortController().signal);
    console.log(JSON.parse(Buffer.from(bytes).toString()).result);`;
  const options = { encoding: "utf8", timeout: 60_000 } as const;
  expect(execFileSync(process.execPath, ["--input-type=module", "-e", script], options).trim()).toBe("2");
});

test("a process with all documents shows an editor only theirs, as they are after every change", async () => {
  const documents = new DocumentIndex();
  const times = { _rev: "r", _createdAt: "2026-01-01T00:00:00Z", _updatedAt: "2026-01-01T00:00:00Z" };
  const post = (_id: string, n = 0) => ({ _id, _type: "post", ...times, n });
  for (let n = 0; n < 1000; n += 1) documents.put(post(`post-${n}`));
  documents.put(post("contract.1"));
  const place = { projectId: "local", dataset: "production" };
  const all = new QueryProcess({ documents, includes: () => true, ...place });
  const count = async (role: "editor" | "viewer", query: string): Promise<unknown> => {
    const scope = { perspective: { kind: "raw" }, role, identity: "me", limits: KNOWN_QUERIES } as const;
    const bytes = await all.ask("a", { query, params: {}, echo: false, ...scope }, signal);
    return (JSON.parse(String(Buffer.from(bytes))) as { result: unknown }).result;
  };
  const first = count("viewer", "count(*)");
  // While documents are on their way.
  type Pair = [LakeDocument | null, LakeDocument | null];
  const commit = (pairs: readonly Pair[]): void => {
    const changes = pairs.map(([before, after]) => {
      const id = (after ?? before)?._id ?? "";
      if (after) documents.put(after);
      else documents.delete(id);
      return { id, type: "post", before, after, mutations: [] };
    });
    all.changed({ transactionId: "t", timestamp: times._updatedAt, author: "me", changes });
  };
  // More than one message holds.
  const many = Array.from({ length: 900 }, (_, n) => n + 50);
  commit([[post("post-0"), post("post-0", 1)]]);
  commit([[post("post-999"), null]]);
  commit([[null, post("zebra", 1)]]);
  commit(many.map((n): Pair => [post(`post-${n}`), post(`post-${n}`, 2)]));
  try {
    expect(await first).toBe(1001);
    expect(await count("viewer", "count(*[n == 2])")).toBe(900);
    commit(many.map((n): Pair => [post(`post-${n}`, 2), post(`post-${n}`, 3)]));
    commit([[post("post-60", 3), post("post-60", 4)]]);
    expect(await count("viewer", "[count(*[n == 2]), count(*[n == 3]), count(*[n == 4])]")).toEqual([
      0, 899, 1,
    ]);
    expect(await count("editor", "count(*)")).toBe(1000);
    expect(await count("editor", '*[_id == "contract.1" || n == 1]._id')).toEqual(["post-0", "zebra"]);
  } finally {
    all.close();
  }
});
