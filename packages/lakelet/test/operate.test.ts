import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

const lake = opened(() => startLake());

const operate = (path: string, init: RequestInit & { token?: string } = {}) =>
  fetch(`${lake.url}/v1/operate/production/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${init.token ?? lake.lake.tokens.write}` },
  });
const forget = (ids: unknown) => operate("forget", { method: "POST", body: JSON.stringify({ ids }) });
const mentions = async (text: string) =>
  ((await (await operate(`mentions?${new URLSearchParams({ text })}`)).json()) as { ids: string[] }).ids;

/** Returns everything on disk as one string. */
const onDisk = (): string =>
  ["lake.db", "lake.db-wal"]
    .filter((name) => readdirSync(lake.directory).includes(name))
    .map((name) => readFileSync(join(lake.directory, name), "latin1"))
    .join("");

test.for(["snapshot", "mentions?text=anything"])("%s is for the write token only", async (path) => {
  expect((await operate(path, { token: lake.lake.tokens.read })).status).toBe(403);
  expect((await fetch(`${lake.url}/v1/operate/production/${path}`)).status).toBe(401);
});

test("a snapshot under writes holds all that was acknowledged before, whole, and leaves nothing behind", async () => {
  for (let index = 0; index < 20; index++)
    await lake.writer.create({ _id: `before.${index}`, _type: "note", text: "x".repeat(5_000) });
  const enough = new AbortController();
  const writes = (async () => {
    for (let index = 0; !enough.signal.aborted; index++)
      await lake.writer.create({ _id: `during.${index}`, _type: "note" });
  })();
  const bytes = Buffer.from(await (await operate("snapshot")).arrayBuffer());
  enough.abort();
  await writes;
  const path = join(lake.directory, "copy.db");
  writeFileSync(path, bytes);
  const copy = new DatabaseSync(path, { readOnly: true });
  const count = (sql: string) => Number(copy.prepare(sql).get()?.["n"]);
  expect(count("SELECT count(*) AS n FROM document WHERE id LIKE 'before.%'")).toBe(20);
  expect(copy.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(count("SELECT count(*) AS n FROM document WHERE id NOT IN (SELECT id FROM tx_document)")).toBe(0);
  copy.close();
  expect(readdirSync(join(lake.directory, "snapshots"))).toEqual([]);
});

test("a person is found in the present and in the past, and then in no byte of the disk", async () => {
  await lake.writer.create({ _id: "contact.gone", _type: "note", email: "Zoe@example.com" });
  await lake.writer.delete("contact.gone");
  await lake.writer.create({ _id: "contact.changed", _type: "note", email: "zoe@example.com", text: "old" });
  await lake.writer.patch("contact.changed").set({ email: "", text: "new" }).commit();
  await lake.writer.create({ _id: "other", _type: "note", email: "ada@example.com" });
  expect(await mentions("ZOE@example.com")).toEqual(["contact.changed", "contact.gone"]);

  expect((await forget(["contact.gone", "contact.changed"])).status).toBe(200);
  expect(await mentions("zoe@example.com")).toEqual([]);
  expect(onDisk().toLowerCase()).not.toContain("zoe@example.com");
  expect(await lake.writer.getDocument("contact.changed")).toMatchObject({ text: "new" });
  expect(await mentions("ada@example.com")).toEqual(["other"]);
  const history = await fetch(
    `${lake.url}/v2025-02-19/data/history/production/documents/contact.changed?lastRevision=true`,
    { headers: { authorization: `Bearer ${lake.lake.tokens.read}` } },
  );
  expect(await history.json()).toMatchObject({ documents: [{ text: "new" }] });
});

test.for([undefined, "contact.1", [1], Array.from({ length: 1_001 }, String)])(
  "forget refuses %o",
  async (ids) => {
    expect((await forget(ids)).status).toBe(400);
  },
);

test("a text too short to mean anybody is not looked for", async () => {
  expect((await operate("mentions?text=a")).status).toBe(400);
});

test("tells figures for whoever watches over it", async () => {
  const before = lake.lake.stats();
  await lake.writer.create({ _id: "one.more", _type: "note" });
  expect(lake.lake.stats()).toEqual({
    documents: before.documents + 1,
    transactions: before.transactions + 1,
    listeners: 0,
  });
});
