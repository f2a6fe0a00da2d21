import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@sanity/client";
import type { SanityClient } from "@sanity/client";
import { afterEach, expect, test } from "vitest";
import { startLake } from "../src/testing/index.ts";
import type { TestLake, TestLakeOptions } from "../src/testing/index.ts";
import { quarters } from "./pictures.ts";
import { clientOn, newDirectory } from "./start-lake.ts";

const SEED = [
  { _id: "ada", _type: "author", name: "Ada" },
  { _id: "post", _type: "post", title: "First", author: { _type: "reference", _ref: "ada" } },
  { _id: "last", _type: "post", title: "Last" },
];

let lake: TestLake | undefined;

afterEach(async () => {
  await lake?.close();
  lake = undefined;
});

async function start(options: TestLakeOptions = { seed: SEED }): Promise<[TestLake, SanityClient]> {
  lake = await startLake(options);
  return [lake, createClient({ ...lake.clientConfig, maxRetries: 0, perspective: "raw" })];
}

const everything = (client: SanityClient) => client.fetch<unknown[]>("*");

test("answers the real client in process, from the seed", async () => {
  const [{ url }, client] = await start();
  expect(await client.fetch(`*[_type == "post"] | order(_id) {title, "by": author->name}`)).toEqual([
    { title: "Last", by: null },
    { title: "First", by: "Ada" },
  ]);
  expect(new URL(url).hostname, "nothing listens").toBe("lake.invalid");
});

test("reset restores documents, order, revisions and history", async () => {
  const [given, client] = await start();
  const before = await everything(client);
  for (let round = 0; round < 3; round += 1) {
    await client.patch("post").set({ title: "Changed" }).commit();
    await client.delete("last");
    await client.create({ _id: "new", _type: "post" });
    given.fault({ status: 500, times: Infinity });
    given.reset();
    expect(given.requests).toEqual([]);
    expect(await everything(client)).toEqual(before);
    const history = await client.request<string>({
      url: "/data/history/production/transactions/post,new",
      json: false,
    });
    expect(history.trim().split("\n")).toHaveLength(1);
  }
  // Ids and revisions of the seed can be used again.
  await client.create({ _id: "new", _type: "post" });
  expect(await client.fetch("count(*)")).toBe(4);
});

test("reset after nothing, and of an empty lake", async () => {
  const [given, client] = await start({});
  given.reset();
  await client.create({ _id: "a", _type: "post" });
  given.reset();
  expect(await everything(client)).toEqual([]);
});

test("listeners hear a reset as one transaction", async () => {
  const [given, client] = await start();
  const heard: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const welcomed = Promise.withResolvers<void>();
  const listening = client.listen(`*[_type == "post"]`, {}, { events: ["welcome", "mutation"] });
  const subscription = listening.subscribe((event) => {
    if (event.type === "welcome") return welcomed.resolve();
    heard.push([event.type === "mutation" && event.documentId, "transition" in event && event.transition]);
    if (heard.length === 4) resolve();
  });
  await welcomed.promise;
  await client.create({ _id: "new", _type: "post" });
  await client.delete("last");
  given.reset();
  await promise;
  subscription.unsubscribe();
  expect(heard).toEqual([
    ["new", "appear"],
    ["last", "disappear"],
    ["new", "disappear"],
    ["last", "appear"],
  ]);
});

test("records requests", async () => {
  const [given, client] = await start();
  await client.fetch("*[_id == $id][0]", { id: "ada" });
  await client.getDocument("nobody");
  await expect(client.fetch("*[")).rejects.toThrow(/syntax|expected/i);
  expect(given.requests).toMatchObject([
    {
      method: "GET",
      path: "/v2025-02-19/data/query/production",
      search: { query: "*[_id == $id][0]", $id: '"ada"' },
      status: 200,
    },
    { path: "/v2025-02-19/data/doc/production/nobody", status: 200 },
    { search: { query: "*[" }, status: 400 },
  ]);
});

test("faults: a status, a delay, a lost response", async () => {
  const [given, client] = await start();
  given.fault({ path: "/data/query/", status: 503, times: 2 });
  for (let n = 0; n < 2; n += 1) await expect(everything(client)).rejects.toMatchObject({ statusCode: 503 });
  expect(await everything(client)).toHaveLength(3);

  given.fault({ method: "POST", path: /mutate/, isLost: true });
  expect(await everything(client), "other requests are not concerned").toHaveLength(3);
  await expect(client.create({ _id: "written", _type: "post" })).rejects.toThrow("fetch failed");
  expect(await client.getDocument("written"), "the lake did its part").toMatchObject({ _id: "written" });

  given.fault({ delayMs: 60_000 });
  await expect(client.fetch("*", {}, { signal: AbortSignal.timeout(20) })).rejects.toThrow(/abort/i);

  const end = given.fault({ status: 500 });
  end();
  expect(await everything(client)).toHaveLength(4);
});

test("with a port, serves browsers and other processes", async () => {
  const [given, client] = await start({ seed: SEED, port: 0, origins: ["http://localhost:3000"] });
  const anonymous = clientOn(given.url);
  expect(await anonymous.fetch(`*[_id == "ada"].name`)).toEqual(["Ada"]);
  const { url } = await client.assets.upload("file", Buffer.from("text"), { filename: "a.txt" });
  expect(await (await fetch(url)).text()).toBe("text");
  given.fault({ path: "/data/query/", isLost: true });
  await expect(anonymous.fetch("*")).rejects.toThrow(/fetch failed|socket/i);
  expect(given.requests.at(-1)).toMatchObject({ path: "/v2025-02-19/data/query/production", status: null });
  given.reset();
  expect(await anonymous.fetch("count(*)")).toBe(3);
  await expect(startLake({ port: Number(new URL(given.url).port) })).rejects.toThrow("EADDRINUSE");
});

test("seeds from a file with images", async () => {
  const folder = newDirectory();
  mkdirSync(join(folder, "images"));
  await quarters(20, 10).png().toFile(join(folder, "images/a.png"));
  const document = {
    _id: "post",
    _type: "post",
    image: { _type: "image", _sanityAsset: "image@file://./images/a.png" },
  };
  writeFileSync(join(folder, "data.ndjson"), JSON.stringify(document));
  const [given, client] = await start({ seed: join(folder, "data.ndjson") });
  rmSync(folder, { recursive: true });
  const url = await client.fetch<string>(`*[_id == "post"][0].image.asset->url`);
  expect((await given.fetch(url)).headers.get("content-type")).toBe("image/png");
});

test("seeds releases, with whatever the file says of them", async () => {
  const winter = { _id: "_.releases.winter", _type: "system.release", title: "Winter" };
  const times = { state: "scheduled", publishAt: "2020-01-01T00:00:00Z" };
  const later = { ...winter, _id: "_.releases.later", name: "later", ...times };
  const folder = newDirectory();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "data.ndjson"), [winter, later].map((one) => JSON.stringify(one)).join("\n"));
  const any = expect.any(String) as string;
  const system = { _rev: any, _createdAt: any, _updatedAt: any };
  const metadata = { releaseType: "undecided", intendedPublishAt: times.publishAt };
  for (const seed of [join(folder, "data.ndjson"), [winter, later]]) {
    const [{ close }, client] = await start({ seed });
    expect(await client.fetch("releases::all() | order(_id)")).toEqual([
      { ...system, ...winter, _id: later._id, name: "later", state: "active", metadata },
      { ...system, ...winter },
    ]);
    const soon = { publishAt: new Date(Date.now() + 100).toISOString() };
    await client.releases.schedule({ releaseId: "winter", ...soon });
    const state = () =>
      client.fetch<unknown>(`*[_id == "_.releases.winter"][0].state`, {}, { perspective: "raw" });
    await expect.poll(state).toBe("published");
    await close();
  }
  rmSync(folder, { recursive: true });
  lake = undefined;
});

test("a seed that is not valid is refused", async () => {
  const dangling = { _id: "a", _type: "post", author: { _type: "reference", _ref: "nobody" } };
  await expect(startLake({ seed: [dangling] })).rejects.toThrow(/nobody/);
});
