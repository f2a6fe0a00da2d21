import type { IdentifiedSanityDocumentStub } from "@sanity/client";
import { afterEach, beforeAll, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

/** With `publicRead`, and articles that strangers may read from their date on. */
const started = opened(() => startLake({ publicRead: true, publicFrom: { post: "publishedAt" } }));
const subscriptions: Array<{ unsubscribe(): void }> = [];

const PAST = "2020-01-01T00:00:00.000Z";
const FUTURE = "2999-01-01T00:00:00.000Z";

beforeAll(async () => {
  // Before the process for strangers starts.
  const reference = { _type: "reference", _ref: "author" };
  const documents: IdentifiedSanityDocumentStub[] = [
    { _id: "author", _type: "author", next: { _type: "reference", _ref: "ahead", _weak: true } },
    { _id: "past", _type: "post", publishedAt: PAST, author: reference },
    { _id: "ahead", _type: "post", publishedAt: FUTURE, author: reference, title: "Secret" },
    { _id: "undated", _type: "post", publishedAt: "soon", author: reference },
    { _id: "event", _type: "event", publishedAt: FUTURE },
  ];
  await started.writer.mutate(documents.map((create) => ({ create })));
});

afterEach(() => {
  for (const subscription of subscriptions.splice(0)) subscription.unsubscribe();
});

const QUERY = `{
  "ids": *[_type in ["post", "event"]] | order(_id)._id,
  "count": count(*[references("author")]),
  "next": *[_id == "author"][0].next->title
}`;

const soon = (): string => new Date(Date.now() + 3000).toISOString();

async function docs(ids: string, search = ""): Promise<unknown> {
  const response = await fetch(`${started.url}/v1/data/doc/production/${ids}${search}`);
  return response.json();
}

/** The lake ends a stranger's listener for which it takes longer than 100 ms, as happens on a busy machine. */
const LISTENING = { retry: { count: 20, condition: /took longer than 100 ms/ } };

/** Collects what a stranger's listener and live events tell. `until` rejects when the listener is ended. */
async function hear() {
  const events: object[] = [];
  const live: string[] = [];
  const options = { includePreviousRevision: true, effectFormat: "mendoza", events: ["welcome", "mutation"] };
  const [listening, welcomed, ended] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  let heard = Promise.withResolvers<void>();
  const tell = (): void => {
    heard.resolve();
    heard = Promise.withResolvers();
  };
  subscriptions.push(
    started.anonymous.listen(`*[_type == "post"]`, {}, options as object).subscribe({
      next: (event: object) => {
        if ("documentId" in event) events.push(event);
        else listening?.resolve();
        tell();
      },
      error: (error: unknown) => ended?.reject(error),
    }),
    started.anonymous.live.events().subscribe((event) => {
      if (event.type === "message") live.push(event.id);
      if (event.type === "welcome") welcomed?.resolve();
      tell();
    }),
  );
  ended?.promise.catch(() => {});
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) await Promise.race([heard.promise, ended?.promise]);
  };
  await Promise.all([listening?.promise, welcomed?.promise]);
  return { events, live, until };
}

test("strangers get no document before its date, nor one without a date, in no way", async () => {
  expect(await started.anonymous.fetch(QUERY)).toEqual({ ids: ["event", "past"], count: 1, next: null });
  const missing = ["ahead", "undated"].map((id) => ({ id, reason: "existence" }));
  const found = (_id: string) => expect.objectContaining({ _id });
  expect(await docs("past,ahead,undated,event")).toEqual({
    documents: [found("past"), found("event")],
    omitted: missing,
  });
  expect(await docs("ahead,undated", "?excludeContent=true&includeAllVersions=true")).toEqual({
    documents: [],
    omitted: missing,
  });
  expect((await fetch(`${started.url}/v1/data/export/production`)).status).toBe(401);
});

test("a token and the site see it", async () => {
  const all = { ids: ["ahead", "event", "past", "undated"], count: 3, next: "Secret" };
  expect(await started.reader.fetch(QUERY)).toEqual(all);
  const url = `${started.url}/v1/data/query/production?${new URLSearchParams({ query: QUERY })}`;
  const inside = await started.lake.fetch(new Request(url));
  expect(await inside.json()).toMatchObject({ result: all });
});

test("a document is there from its date on, and not earlier", async () => {
  await started.anonymous.fetch("1");
  const publishedAt = soon();
  await started.writer.create({ _id: "due", _type: "post", publishedAt, title: "Now" });
  const query = `*[_id == "due"][0].title`;
  await expect.poll(() => started.anonymous.fetch(query)).toBe("Now");
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publishedAt));
  await started.writer.delete("due");
});

test("listeners hear how a document changes after its date", LISTENING, async () => {
  const publishedAt = new Date(Date.now() + 1000).toISOString();
  await started.writer.createOrReplace({ _id: "heard", _type: "post", publishedAt, title: "Now" });
  await expect.poll(() => started.anonymous.fetch(`*[_id == "heard"][0].title`)).toBe("Now");
  const { events, until } = await hear();
  await started.writer.patch("heard").set({ title: "Later" }).commit();
  await until(() => events.length > 0);
  expect(events).toMatchObject([{ transition: "update", previous: { title: "Now" } }]);
  await started.writer.delete("heard");
});

test("a document by its id is there from its date on, and not earlier", async () => {
  const publishedAt = soon();
  await started.writer.create({ _id: "due-too", _type: "post", publishedAt });
  await expect.poll(() => docs("due-too")).toMatchObject({ omitted: [] });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publishedAt));
  await started.writer.delete("due-too");
});

test(
  "listeners hear nothing of what is hidden, and no content when a document is hidden",
  LISTENING,
  async () => {
    await started.writer.mutate(["moved", "last"].map((id) => ({ delete: { id } })));
    const { events, live, until } = await hear();
    await started.writer.create({ _id: "moved", _type: "post", publishedAt: FUTURE, title: "Secret 1" });
    await started.writer.patch("moved").set({ title: "Secret 2" }).commit();
    const shown = await started.writer.patch("moved").set({ publishedAt: PAST, title: "Shown" }).commit();
    const hidden = await started.writer
      .patch("moved")
      .set({ publishedAt: FUTURE, title: "Secret 3" })
      .commit();
    await started.writer.patch("moved").set({ title: "Secret 4" }).commit();
    expect(await started.anonymous.fetch(`*[_id == "moved"]`)).toEqual([]);
    await started.writer.delete("moved");
    const last = await started.writer.create({ _id: "last", _type: "post", publishedAt: PAST });
    await until(() => events.length >= 3 && live.length >= 3);
    expect(live).toEqual([shown._rev, hidden._rev, last._rev]);
    expect(events).toMatchObject([
      { documentId: "moved", transition: "appear", mutations: [{ createOrReplace: { title: "Shown" } }] },
      { documentId: "moved", transition: "disappear", mutations: [{ delete: { id: "moved" } }] },
      { documentId: "last", transition: "appear", mutations: [{ create: { _id: "last" } }] },
    ]);
    expect(JSON.stringify(events)).not.toContain("Secret");
  },
);
