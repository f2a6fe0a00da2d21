import { describe, expect, test } from "vitest";
import { silent } from "../model/errors.ts";
import type { CommittedTransaction } from "../store/transaction-log.ts";
import { eventStream } from "./event-stream.ts";
import type { EventSink } from "./event-stream.ts";
import { Feed } from "./feed.ts";

const transaction = (transactionId: string): CommittedTransaction => ({
  transactionId,
  timestamp: "2026-01-01T00:00:00Z",
  author: "test",
  changes: [],
});

function open(
  signal = new AbortController().signal,
  caller: "strangers" | "known" = "known",
): {
  response: Response;
  sink: EventSink;
  stops: () => number;
} {
  const feed = new Feed(silent);
  const sinks: EventSink[] = [];
  let stops = 0;
  const start = (sink: EventSink) => {
    sinks.push(sink);
    return () => (stops += 1);
  };
  const response = eventStream(feed, signal, start, caller);
  const [sink] = sinks;
  if (!sink) throw new Error("The stream was not started");
  return { response, sink, stops: () => stops };
}

describe("a stream", () => {
  test("writes events as the standard wants them", async () => {
    const { response, sink } = open();
    sink.send("mutation", { text: "two\nlines" }, "1#a");
    sink.send("welcome", {});
    sink.end();
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await response.text()).toBe(
      'event: mutation\nid: 1#a\ndata: {"text":"two\\nlines"}\n\nevent: welcome\ndata: {}\n\n',
    );
  });

  test("stops once, whoever ends it", async () => {
    const ended = open();
    ended.sink.end();
    ended.sink.end();
    await ended.response.body?.cancel();
    expect(ended.stops()).toBe(1);

    const cancelled = open();
    await cancelled.response.body?.cancel();
    cancelled.sink.send("late", {});
    expect(cancelled.stops()).toBe(1);

    const controller = new AbortController();
    const aborted = open(controller.signal);
    controller.abort();
    expect(aborted.stops()).toBe(1);
    expect(await aborted.response.text()).toBe("");

    expect(open(AbortSignal.abort()).stops()).toBe(1);
  });

  test("is cut when nobody reads it", () => {
    const event = new Uint8Array(64 * 1024);
    for (const [caller, whole] of [
      ["strangers", 17],
      ["known", 257],
    ] as const) {
      const { sink, stops } = open(undefined, caller);
      for (let n = 0; n < whole; n += 1) sink.write(event);
      expect(stops()).toBe(0);
      sink.write(event);
      expect(stops()).toBe(1);
    }
  });

  test("is refused when a thousand are open, to strangers before", async () => {
    const feed = new Feed(silent);
    const signal = new AbortController().signal;
    const openOne = (caller: "strangers" | "known") => (): Response =>
      eventStream(feed, signal, () => () => {}, caller);
    const responses = Array.from({ length: 800 }, openOne("strangers"));
    expect(openOne("strangers")).toThrow("Too many open streams");
    responses.push(...Array.from({ length: 200 }, openOne("known")));
    expect(openOne("known")).toThrow("Too many open streams");
    await responses[0]?.body?.cancel();
    expect(openOne("known")).not.toThrow();
    feed.close();
  });
});

describe("the feed", () => {
  test("tells everybody in order, and one that fails does not keep it from the others", async () => {
    const logged: unknown[] = [];
    const feed = new Feed((level, message, detail) => logged.push([level, detail?.["transactionId"]]));
    const heard: string[] = [];
    feed.subscribe(() => {
      throw new Error("mine");
    });
    const stop = feed.subscribe(({ transactionId }) => heard.push(transactionId));
    feed.publish(transaction("t1"));
    feed.publish(transaction("t2"));
    expect(heard, "not before the writer has its answer").toEqual([]);
    await Promise.resolve();
    stop();
    feed.publish(transaction("t3"));
    await Promise.resolve();
    expect(heard).toEqual(["t1", "t2"]);
    expect(logged).toEqual([
      ["error", "t1"],
      ["error", "t2"],
      ["error", "t3"],
    ]);
  });
});
