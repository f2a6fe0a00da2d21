import { expect, test } from "vitest";
import type { RouteContext } from "../http/route.ts";
import { Feed } from "../listen/feed.ts";
import type { LakeDocument } from "../model/document.ts";
import { silent } from "../model/errors.ts";
import { listenRoutes } from "./listen.ts";

const list = `[${Array.from({ length: 60 }, (_, n) => n).join()}]`;
/** True, after 3,600 steps: a few ms, so that no single one takes its 100 ms on a busy machine. */
const COSTLY = `count(${list}[count(${list}[@ > 1]) > 1]) > 1`;

test("listeners of a caller who takes too much of the thread are ended, others are not", async () => {
  const feed = new Feed(silent);
  const [route] = listenRoutes(feed, {} as never, 200);
  const listen = async (id: string, query: string) => {
    const url = new URL(`http://localhost/v1/data/listen/production?${new URLSearchParams({ query })}`);
    const context = {
      url,
      request: new Request(url),
      params: { version: "1" },
      actor: { id },
      sees: () => true,
      streamSignal: () => new AbortController().signal,
      entrance: "network",
    };
    const response = (await route?.handle(context as unknown as RouteContext)) as Response;
    const heard = { text: "", hasEnded: false };
    void (async () => {
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += part;
      heard.hasEnded = true;
    })();
    return heard;
  };
  let written = 0;
  const write = (): void => {
    written += 1;
    const after = { _id: "a", _type: "a", _rev: `t${written}` } as LakeDocument;
    const change = { id: "a", type: "a", before: null, after, mutations: [] };
    feed.publish({ transactionId: `t${written}`, timestamp: "", author: "x", changes: [change] });
  };
  const costly = await Promise.all([1, 2, 3].map((n) => listen("ann", `*[${COSTLY} && ${n} > 0]`)));
  // What bob listens to as well.
  const twin = await listen("ann", "*");
  const cheap = await listen("bob", "*");
  await expect
    .poll(() => (write(), costly.every(({ hasEnded }) => hasEnded)), { timeout: 30_000, interval: 10 })
    .toBe(true);
  // Without a channelError, after which the client would not come back.
  expect(costly.map(({ text }) => text).join("")).not.toContain("channelError");
  await expect(listen("ann", "*")).rejects.toMatchObject({
    status: 429,
    headers: { "retry-after": expect.any(String) },
  });
  await expect.poll(() => (write(), twin.hasEnded)).toBe(true);
  await expect.poll(() => cheap.text).toContain(`"transactionId":"t${written}"`);
  expect(cheap.hasEnded).toBe(false);
  feed.close();
});
