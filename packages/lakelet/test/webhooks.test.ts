import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { isValidSignature } from "@sanity/webhook";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLake } from "../src/index.ts";
import type { Lake, WebhookOptions } from "../src/index.ts";
import { readTokens, runLakeCommand, serveLake } from "./lake-process.ts";
import { clientOn, newDirectory } from "./start-lake.ts";

interface Received {
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: unknown;
}

const SECRET = "shared with the receiver";

let directory: string;
let receiver: Server;
let url: string;
let received: Received[];
/** Statuses of the next responses; 200 after them. */
let statuses: number[];
let lake: Lake | undefined;

beforeEach(async () => {
  directory = newDirectory();
  received = [];
  statuses = [];
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    received.push({ headers: request.headers, text, body: JSON.parse(text) });
    response.writeHead(statuses.shift() ?? 200, { location: "/elsewhere" }).end("thank you");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?key=private`;
});

afterEach(async () => {
  await lake?.close();
  lake = undefined;
  receiver.closeAllConnections();
  receiver.close();
  rmSync(directory, { recursive: true, force: true });
});

const logged = vi.fn<(message: string) => void>();

async function open(...webhooks: Partial<WebhookOptions>[]) {
  const publicUrl = "http://lake.local";
  lake = await createLake({
    directory,
    publicUrl,
    webhooks: webhooks.map((one) => ({ url, retryDelayMs: 10, ...one })),
    log: (_level, message, detail) => logged(`${message} ${JSON.stringify(detail)}`),
  });
  const { fetch, tokens } = lake;
  return clientOn(publicUrl, {
    token: tokens.write,
    resolveFetch: () => (input, init) => fetch(new Request(input, init as RequestInit)),
  } as Parameters<typeof clientOn>[1]);
}

async function arrived(count: number): Promise<void> {
  await expect.poll(() => received).toHaveLength(count);
}

const bodies = (): unknown[] => received.map(({ body }) => body);

describe("a webhook", () => {
  test("gets every change of a published document, signed as @sanity/webhook checks", async () => {
    const client = await open({ secret: SECRET });
    const { _rev } = await client.create({ _id: "post", _type: "post", title: "Ä" });
    await client.create({ _id: "drafts.post", _type: "post" });
    await client.create({ _id: "versions.r1.post", _type: "post" });
    await client.patch("post").set({ title: "Two" }).commit();
    await client.delete("post");
    await arrived(3);
    expect(bodies()).toMatchObject([{ title: "Ä" }, { title: "Two" }, { title: "Two" }]);
    expect(received.map(({ headers }) => headers["sanity-operation"])).toEqual([
      "create",
      "update",
      "delete",
    ]);
    expect(received[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "sanity-transaction-id": _rev,
      "sanity-document-id": "post",
      "sanity-project-id": "local",
      "sanity-dataset": "production",
    });
    for (const { headers, text } of received) {
      const signature = String(headers["sanity-webhook-signature"]);
      expect(await isValidSignature(text, signature, SECRET)).toBe(true);
      expect(await isValidSignature(`${text} `, signature, SECRET)).toBe(false);
    }
    expect(new Set(received.map(({ headers }) => headers["idempotency-key"])).size).toBe(3);
  });

  test("gets what its operations, filter and projection ask for", async () => {
    const client = await open({
      on: ["update", "delete"],
      filter: '_type == "post" && (delta::changedAny(title) || delta::operation() == "delete")',
      projection: '{_id, "was": before().title, "is": after().title, "author": author->name}',
    });
    const author = { _type: "reference", _ref: "ada" };
    await client.create({ _id: "ada", _type: "author", name: "Ada" });
    await client.create({ _id: "a", _type: "post", title: "One", author });
    await client.patch("a").set({ text: "Unimportant" }).commit();
    await client.patch("ada").set({ title: "Of another type" }).commit();
    await client.patch("a").set({ title: "Two" }).commit();
    await client.delete("a");
    await arrived(2);
    expect(bodies()).toEqual([
      { _id: "a", was: "One", is: "Two", author: "Ada" },
      { _id: "a", was: "Two", is: null, author: "Ada" },
    ]);
    expect(received[0]?.headers).not.toHaveProperty("sanity-webhook-signature");
  });

  test("gets drafts or all versions if it includes them", async () => {
    const client = await open({ includeDrafts: true }, { includeAllVersions: true, projection: "{_id}" });
    await client
      .transaction()
      .create({ _id: "drafts.a", _type: "post" })
      .create({ _id: "versions.r1.a", _type: "post" })
      .commit();
    await arrived(3);
    const ids = (bodies() as { _id: string }[]).map(({ _id }) => _id);
    expect(ids.toSorted()).toEqual(["drafts.a", "drafts.a", "versions.r1.a"]);
  });

  test("is tried again, with the same key, while the receiver fails", async () => {
    statuses = [503, 429];
    const client = await open({ secret: SECRET });
    await client.create({ _id: "a", _type: "post" });
    await client.create({ _id: "b", _type: "post" });
    await arrived(4);
    const keys = received.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(bodies()).toMatchObject([{ _id: "a" }, { _id: "a" }, { _id: "a" }, { _id: "b" }]);
  });

  test.each([400, 302])(
    "goes on with the next message after a %d, and says so without the address",
    async (status) => {
      statuses = [status];
      logged.mockClear();
      const client = await open({});
      await client.create({ _id: "a", _type: "post" });
      await client.create({ _id: "b", _type: "post" });
      await arrived(2);
      expect(logged.mock.calls.flat().join()).toContain(`status ${status}`);
      expect(logged.mock.calls.flat().join()).not.toContain("private");
    },
  );

  test("hears only of what comes after it, and later of what it missed", async () => {
    const before = await open();
    await before.create({ _id: "old", _type: "post" });
    await lake?.close();
    statuses = [500];
    const client = await open({ retryDelayMs: 60_000 });
    await client.create({ _id: "missed", _type: "post" });
    await arrived(1);
    await client.create({ _id: "later", _type: "post" });
    await lake?.close();
    await open({ retryDelayMs: 10 });
    await arrived(3);
    expect(bodies()).toMatchObject([{ _id: "missed" }, { _id: "missed" }, { _id: "later" }]);
  });

  test.each<[string, unknown, string]>([
    ["no address", {}, "Webhook 1 needs a url"],
    ["a file", { url: "file:///etc/passwd" }, "Webhook 1 has an invalid url"],
    ["an unknown operation", { url: "http://a", on: ["publish"] }, "Webhook 1 has an invalid on"],
    ["an unknown option", { url: "http://a", header: {} }, 'Webhook 1 has the unknown option "header"'],
    ["a filter that is not GROQ", { url: "http://a", filter: "_type ==" }, "webhook 1 is not GROQ"],
  ])("with %s is refused", async (_name, webhook, message) => {
    const options = {
      directory: null,
      publicUrl: "http://lake.local",
      webhooks: [webhook as WebhookOptions],
    };
    await expect(createLake(options)).rejects.toThrow(message);
  });
});

test("a tool on the stopped directory forgets nothing that is not delivered", async () => {
  statuses = Array.from({ length: 100 }, () => 503);
  const client = await open({});
  await client.create({ _id: "first", _type: "post" });
  await expect.poll(() => received.length).toBeGreaterThan(0);
  await lake?.close();
  const tool = await createLake({ directory, publicUrl: "http://lake.local", isTool: true });
  await tool.fetch(
    new Request("http://lake.local/v1/data/mutate/production", {
      method: "POST",
      headers: { authorization: `Bearer ${tool.tokens.write}` },
      body: JSON.stringify({ mutations: [{ create: { _id: "second", _type: "post" } }] }),
    }),
  );
  await tool.close();
  statuses = [];
  received = [];
  await open({});
  await arrived(2);
  expect(bodies()).toMatchObject([{ _id: "first" }, { _id: "second" }]);
});

test("the command delivers after kill -9 what it had not delivered", async () => {
  writeFileSync(
    join(directory, "hooks.json"),
    JSON.stringify([{ url, projection: "{_id}", secret: SECRET }]),
  );
  statuses = [500];
  const args = ["--port", "0", "--webhooks", "hooks.json"];
  const first = await serveLake(args, directory);
  const token = readTokens(join(directory, ".lake")).write;
  await clientOn(first.url, { token }).create({ _id: "a", _type: "post" });
  await arrived(1);
  first.child.kill("SIGKILL");
  const second = await serveLake(args, directory);
  await arrived(2);
  await second.stop();
  expect(bodies()).toEqual([{ _id: "a" }, { _id: "a" }]);
  const { code, errors } = await runLakeCommand(["--webhook", "ftp://a"], directory);
  expect([code, errors]).toEqual([1, expect.stringContaining("Webhook 1 has an invalid url")]);
});
