import { expect, test } from "vitest";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";
import type { StartedLake } from "./start-lake.ts";

const started = opened(() => startLake({ publicRead: true }));

test("live events tell that something changed", async () => {
  const events: object[] = [];
  const heard = Promise.withResolvers<void>();
  const welcomed = Promise.withResolvers<void>();
  const subscription = started.anonymous.live.events().subscribe((event) => {
    events.push(event);
    if (event.type === "welcome") welcomed.resolve();
    if (event.type === "message") heard.resolve();
  });
  await welcomed.promise;
  await started.writer.create({ _id: "drafts.live", _type: "note" });
  const { transactionId } = await started.writer.create(
    { _id: "live", _type: "note" },
    { returnDocuments: false },
  );
  await heard.promise;
  subscription.unsubscribe();
  expect(events.slice(1)).toEqual([{ type: "message", id: transactionId, tags: ["s1:all"] }]);
});

test.each([
  [false, ["heard"]],
  [true, ["private.unheard", "drafts.unheard", "heard"]],
])("with a token and includeDrafts=%s live events tell of %j", async (includeDrafts, expected) => {
  const heard: string[] = [];
  const welcomed = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  const ids = new Map<string, string>();
  const subscription = started.writer.live.events({ includeDrafts }).subscribe((event) => {
    if (event.type === "welcome") welcomed.resolve();
    if (event.type !== "message") return;
    heard.push(event.id);
    if (event.id === ids.get("heard")) last.resolve();
  });
  await welcomed.promise;
  for (const _id of ["private.unheard", "drafts.unheard", "heard"]) {
    const transactionId = `${_id.replace(".", "-")}-${includeDrafts}`;
    ids.set(_id, transactionId);
    await started.writer
      .transaction()
      .transactionId(transactionId)
      .createOrReplace({ _id, _type: "note" })
      .commit();
  }
  await last.promise;
  subscription.unsubscribe();
  expect(heard).toEqual(expected.map((id) => ids.get(id)));
});

/** Reads live events until the given number has arrived, as after a lost connection. */
async function resumeLive(lastEventId: string, count: number): Promise<string[]> {
  const url = `${started.url}/v2025-02-19/data/live/events/production`;
  const stop = new AbortController();
  const response = await fetch(url, { headers: { "last-event-id": lastEventId }, signal: stop.signal });
  let text = "";
  const events = () => [...text.matchAll(/event: (\w+)\nid: (\S+)/g)].map(([, name, id]) => `${name} ${id}`);
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (events().length >= count) break;
  }
  stop.abort();
  return events();
}

test("live events resume where they stopped, or say that they cannot", async () => {
  const write = async (transactionId: string, _id: string): Promise<string> => {
    await started.writer
      .transaction()
      .transactionId(transactionId)
      .createOrReplace({ _id, _type: "note" })
      .commit();
    return transactionId;
  };
  const seen = await write("live-1", "resumed");
  await write("live-2", "drafts.resumed");
  await write("live-3", "resumed");
  const last = await write("live-4", "resumed");
  expect(await resumeLive(seen, 3)).toEqual([`welcome ${last}`, "message live-3", `message ${last}`]);
  expect(await resumeLive(last, 1)).toEqual([`welcome ${last}`]);
  expect(await resumeLive("of-another-process", 2)).toEqual([`welcome ${last}`, `restart ${last}`]);
});

test("before any transaction live events resume as well, but not those of the process before", async () => {
  const position = async ({ url }: StartedLake): Promise<string> => {
    const stop = new AbortController();
    const response = await fetch(`${url}/v1/data/live/events/production`, { signal: stop.signal });
    const { value } = (await response.body?.getReader().read()) ?? {};
    stop.abort();
    return /id: (\S+)/.exec(new TextDecoder().decode(value))?.[1] ?? "";
  };
  const other = await startLake({ publicRead: true });
  const [first, again, foreign] = [await position(other), await position(other), await position(started)];
  await other.stop();
  expect(first).toMatch(/^\w+$/);
  expect(again).toBe(first);
  expect(foreign).not.toBe(first);
});

test.each(["includeDrafts", "includeAllDocuments"])("live events with %s need a token", async (name) => {
  const url = `${started.url}/v2025-02-19/data/live/events/production?${name}=true`;
  expect((await fetch(url)).status).toBe(401);
});
