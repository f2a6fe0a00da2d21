import { ChannelError } from "@sanity/client";
import type { SanityClient } from "@sanity/client";
import { afterEach, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

type Event = { type: string } & Record<string, unknown>;

const started = opened(() => startLake({ publicRead: true }));
const subscriptions: Array<{ unsubscribe(): void }> = [];

afterEach(() => {
  for (const subscription of subscriptions.splice(0)) subscription.unsubscribe();
});

/** Listens and collects events: `next(n)` waits for the n-th mutation event. */
async function hear(
  client: SanityClient,
  query: string,
  options: Record<string, unknown> = {},
): Promise<{ events: Event[]; next(count: number): Promise<Event[]> }> {
  const events: Event[] = [];
  let changed = Promise.withResolvers<void>();
  const subscription = client
    .listen(query, {}, { events: ["welcome", "mutation"], ...options })
    .subscribe((event) => {
      events.push(event as unknown as Event);
      changed.resolve();
      changed = Promise.withResolvers();
    });
  subscriptions.push(subscription);
  const next = async (count: number): Promise<Event[]> => {
    while (events.length < count + 1) await changed.promise;
    return events.slice(1);
  };
  await next(0);
  return { events, next };
}

test("begins with a welcome", async () => {
  const { events } = await hear(started.writer, "*");
  expect(events).toEqual([{ type: "welcome", listenerName: expect.stringMatching(/^\w+$/) }]);
});

test("tells what appears, changes and disappears, chained by revision", async () => {
  const { next } = await hear(started.writer, `*[_type == "post" && public]`);
  const first = await started.writer.create({ _id: "e1", _type: "post", public: true });
  const second = await started.writer.patch("e1").set({ title: "T" }).commit();
  const third = await started.writer.patch("e1").set({ public: false }).commit();
  await started.writer.patch("e1").set({ title: "unheard" }).commit();
  const fifth = await started.writer.patch("e1").set({ public: true }).commit();
  await started.writer.delete("e1");
  const events = await next(5);
  expect(events.map(({ transition }) => transition)).toEqual([
    "appear",
    "update",
    "disappear",
    "appear",
    "disappear",
  ]);
  expect(events[0]).not.toHaveProperty("previousRev");
  expect(events[0]?.["resultRev"]).toBe(first._rev);
  expect(events[1]).toMatchObject({ previousRev: first._rev, resultRev: second._rev, documentId: "e1" });
  expect(events[2]).toMatchObject({ previousRev: second._rev, resultRev: third._rev });
  expect(events[4]).toMatchObject({ previousRev: fifth._rev, resultRev: events[4]?.["transactionId"] });
  const times = events.map(({ timestamp }) => String(timestamp));
  expect(times.toSorted()).toEqual(times);
  expect(times[1]).toBe(second._updatedAt);
});

test("numbers the events that this listener gets of a transaction", async () => {
  const { next } = await hear(started.writer, `*[_type == "counted"]`);
  await started.writer
    .transaction()
    .transactionId("counted-1")
    .create({ _id: "c1", _type: "counted" })
    .create({ _id: "unheard", _type: "other" })
    .create({ _id: "c2", _type: "counted" })
    .commit();
  const numbers = (await next(2)).map((event) => [
    event["transactionCurrentEvent"],
    event["transactionTotalEvents"],
    event["transactionId"],
    event["identity"],
    event["visibility"],
  ]);
  expect(numbers).toEqual([
    [1, 2, "counted-1", "robot-write", "transaction"],
    [2, 2, "counted-1", "robot-write", "transaction"],
  ]);
});

test("sends as much as it was asked for", async () => {
  const rich = await hear(started.writer, `*[_id == "rich"]`, {
    includeResult: true,
    includePreviousRevision: true,
    effectFormat: "mendoza",
    visibility: "query",
  });
  const poor = await hear(started.writer, `*[_id == "rich"]`, {
    includeResult: false,
    includeMutations: false,
  });
  const before = await started.writer.create({ _id: "rich", _type: "note" });
  const after = await started.writer.patch("rich").set({ a: 1 }).commit();
  const [appear, update] = await rich.next(2);
  expect(appear).toMatchObject({ result: before, effects: { apply: [0, before], revert: [0, null] } });
  expect(appear).not.toHaveProperty("previous");
  expect(update).toMatchObject({
    previous: before,
    result: after,
    visibility: "query",
    mutations: [{ patch: { id: "rich", set: { a: 1 } } }],
    effects: { apply: [0, after], revert: [0, before] },
  });
  const [, bare] = await poor.next(2);
  for (const name of ["result", "previous", "mutations", "effects"]) expect(bare).not.toHaveProperty(name);
});

test("is true at once: the change is in every query when the event arrives", async () => {
  const { next } = await hear(started.writer, `*[_id == "prompt"]`);
  const write = started.writer.create({ _id: "prompt", _type: "note", n: 1 });
  await next(1);
  expect(await started.reader.fetch(`*[_id == "prompt"][0].n`)).toBe(1);
  await write;
});

test("a dry run and a refused transaction are not heard of", async () => {
  const { next } = await hear(started.writer, `*[_type == "quiet"]`);
  await started.writer.create({ _id: "q1", _type: "quiet" }, { dryRun: true });
  await started.writer
    .transaction()
    .create({ _id: "q2", _type: "quiet" })
    .patch("nobody", (patch) => patch.set({ a: 1 }))
    .commit()
    .catch(() => {});
  await started.writer.create({ _id: "q3", _type: "quiet" });
  expect(await next(1)).toMatchObject([{ documentId: "q3" }]);
});

test.each([
  ["not GROQ", "*[", /GROQ query parse error/],
  ["beyond groq-js", "*[media::aspect(1, 2)]", /not implemented/],
])("a query that is %s ends in a ChannelError", async (_, query, message) => {
  const failure = Promise.withResolvers<unknown>();
  subscriptions.push(started.writer.listen(query).subscribe({ error: failure.resolve }));
  // The second query fails only on a document.
  const ticks: Array<Promise<unknown>> = [];
  const ticking = setInterval(
    () => ticks.push(started.writer.createOrReplace({ _id: "tick", _type: "note" })),
    20,
  );
  const error = await failure.promise;
  clearInterval(ticking);
  // The next test's listener would get this event.
  await Promise.all(ticks);
  expect(error).toBeInstanceOf(ChannelError);
  expect((error as ChannelError).message).toMatch(message);
});

test.each([
  ["2025-02-19", {}, ["quiet"]],
  ["X", {}, ["quiet"]],
  ["2025-02-19", { includeAllVersions: true }, ["drafts.quiet", "versions.r1.quiet", "quiet"]],
  ["2025-02-18", {}, ["drafts.quiet", "versions.r1.quiet", "quiet"]],
])("at version %s with %j a listener hears of %j", async (apiVersion, options, ids) => {
  const { next } = await hear(started.writer.withConfig({ apiVersion }), `*[_type == "quiet"]`, options);
  for (const _id of ["drafts.quiet", "versions.r1.quiet", "quiet"])
    await started.writer.createOrReplace({ _id, _type: "quiet" });
  expect((await next(ids.length)).map(({ documentId }) => documentId)).toEqual(ids);
  for (const id of ["drafts.quiet", "versions.r1.quiet", "quiet"]) await started.writer.delete(id);
});

test("includeDrafts, which the client does not send, is heard as includeAllVersions", async () => {
  const search = new URLSearchParams({ query: `*[_type == "quiet"]`, includeDrafts: "true" });
  const headers = { authorization: `Bearer ${started.lake.tokens.read}` };
  const response = await fetch(`${started.url}/v2025-02-19/data/listen/production?${search}`, { headers });
  const stream = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await stream.read();
  await started.writer.create({ _id: "drafts.quiet", _type: "quiet" });
  let heard = "";
  while (!heard.includes("documentId")) heard += (await stream.read()).value ?? "";
  expect(heard).toContain('"documentId":"drafts.quiet"');
  await stream.cancel();
  await started.writer.delete("drafts.quiet");
});

test("the lake's own subscribers hear every transaction, until they stop", async () => {
  const heard: string[] = [];
  const stop = started.lake.subscribe(({ changes }) => {
    for (const { id, type, before, after } of changes)
      heard.push(`${type} ${id} ${before === null ? "-" : "x"}${after === null ? "-" : "x"}`);
  });
  await started.writer.create({ _id: "own", _type: "note" });
  await started.writer.delete("own");
  stop();
  await started.writer.create({ _id: "own", _type: "note" });
  expect(heard).toEqual(["note own -x", "note own x-"]);
});

test("streams end when the lake closes", async () => {
  const other = await startLake();
  const headers = { authorization: `Bearer ${other.lake.tokens.read}` };
  const response = await fetch(`${other.url}/v1/data/listen/production?query=*`, { headers });
  const text = response.text();
  await other.lake.close();
  expect(await text).toMatch(/^event: welcome\ndata: \{"listenerName":"\w+"\}\n\n$/);
  await other.stop();
});

test("a listener that can start over is reset when a draft is taken whose published document is there", async () => {
  const options = { includeAllVersions: true, events: ["welcome", "mutation", "reset"] };
  const writer = started.writer.withConfig({ apiVersion: "2025-02-19" });
  const resuming = await hear(writer, `*[_type == "taken"]`, { ...options, enableResume: true });
  const plain = await hear(writer, `*[_type == "taken"]`, options);
  const kinds = (heard: Event[]) => heard.map(({ type, transition }) => transition ?? type);
  await writer.create({ _id: "drafts.taken", _type: "taken" });
  await writer.delete("drafts.taken"); // never published: nothing to make it anew from
  await writer.create({ _id: "drafts.taken", _type: "taken" });
  const ids = { draftId: "drafts.taken", publishedId: "taken" };
  await writer.action({ actionType: "sanity.action.document.publish", ...ids });
  await writer.create({ _id: "drafts.taken", _type: "taken" });
  await writer.delete("drafts.taken");
  const heard = await resuming.next(9);
  expect(kinds(heard.slice(0, 3))).toEqual(["appear", "disappear", "appear"]);
  expect(kinds(heard.slice(3, 5)).toSorted()).toEqual(["appear", "disappear"]);
  expect(kinds(heard.slice(5))).toEqual(["reset", "appear", "disappear", "reset"]);
  const taken = heard.filter(
    ({ documentId, transition }) => documentId === "drafts.taken" && transition === "disappear",
  );
  expect(taken.map(({ mutations }) => mutations)).toEqual([[{ delete: { id: "drafts.taken" } }], [], []]);
  const published = await plain.next(7);
  expect(kinds(published.slice(0, 3))).toEqual(["appear", "disappear", "appear"]);
  expect(kinds(published.slice(3, 5)).toSorted()).toEqual(["appear", "disappear"]);
  expect(kinds(published.slice(5))).toEqual(["appear", "disappear"]);
  await writer.delete("taken");
});

/** Connects a listener that can resume. `read` waits for a text, and returns all so far. */
async function connect(query: string, lastId?: string) {
  const search = new URLSearchParams({ query, enableResume: "true", includeAllVersions: "true" });
  const authorization = `Bearer ${started.lake.tokens.read}`;
  const headers = { authorization, ...(lastId ? { "last-event-id": lastId } : {}) };
  const { body } = await fetch(`${started.url}/v2025-02-19/data/listen/production?${search}`, { headers });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const read = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(text)) text += (await reader.read()).value ?? "";
    return text;
  };
  return { read, stop: () => reader.cancel() };
}

test("a listener that comes back after a reset, or missed one, starts over", async () => {
  const { _rev: before } = await started.writer.create({ _id: "back", _type: "note" });
  await started.writer.create({ _id: "drafts.back", _type: "note" });
  const firstSince = async (lastId: string) => {
    const { read, stop } = await connect("*", lastId);
    return [/^event: (\w+)\n/.exec(await read(/\n\n/))?.[1], await stop()][0];
  };
  expect(await firstSince(`${before}#back`)).toBe("welcomeback");
  expect(await firstSince("forgotten#back")).toBe("welcome");
  const { read, stop } = await connect("*");
  await read(/welcome/);
  await started.writer.transaction().transactionId("taken-1").delete("drafts.back").commit();
  for (const lastId of ["taken-1", `${before}#back`]) expect(await firstSince(lastId)).toBe("welcome");
  expect(await read(/reset[^]*\n\n/)).toContain("event: reset\nid: taken-1\ndata: {}\n\n");
  await stop();
  await started.writer.delete("back");
});

test("a listener that comes back hears what it missed, once", async () => {
  const query = "*[_type == 'resumed']";
  const first = await connect(query);
  await first.read(/event: welcome\n/);
  await started.writer.create({ _id: "r1", _type: "resumed" });
  const lastId = /id: (\S+#r1)/.exec(await first.read(/id: \S+#r1\n/))?.[1];
  await first.stop();
  await started.writer.transaction().create({ _id: "r2", _type: "resumed" }).delete("r1").commit();
  await started.writer.create({ _id: "other", _type: "unheard" });
  const second = await connect(query, lastId);
  await second.read(/id: \S+#r1\n/);
  await started.writer.create({ _id: "r3", _type: "resumed" });
  const ids = [...(await second.read(/#r3\n/)).matchAll(/(?:event: (welcome\w*)|id: \S+#(\w+))\n/g)];
  expect(ids.map(([, event, id]) => event ?? id)).toEqual(["welcomeback", "r2", "r1", "r3"]);
  await second.stop();
});
