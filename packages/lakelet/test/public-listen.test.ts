import { request } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { ENDLESS, JOIN_BOMB, SPLIT_BOMB } from "./hostile-queries.ts";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

/** With `publicRead`; a header names the caller. */
const started = opened(() =>
  startLake({ publicRead: true }, { callerKey: ({ headers }) => String(headers["x-caller"]) }),
);

let callers = 0;
const newCaller = (): string => `caller-${(callers += 1)}`;

/** Collects the events of a stranger's stream. */
async function hear(path: string, caller = newCaller()) {
  const stop = new AbortController();
  const response = await fetch(`${started.url}/v1/data/${path}`, {
    headers: { "x-caller": caller },
    signal: stop.signal,
  });
  let text = "";
  let ended = false;
  void (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  })()
    .catch(() => {})
    .finally(() => (ended = true));
  return { status: response.status, text: () => text, ended: () => ended, stop: () => stop.abort() };
}

const listenTo = (query: string): string => `listen/production?${new URLSearchParams({ query })}`;

describe("a stranger who listens", () => {
  test("hears of published documents, and not who edits them", async () => {
    const one = await hear(listenTo(`*[_type == "heard"]`));
    await expect.poll(one.text).toContain("event: welcome");
    await started.writer.mutate([
      { create: { _id: "contract.heard", _type: "heard" } },
      { create: { _id: "drafts.heard2", _type: "heard" } },
      { create: { _id: "heard", _type: "heard" } },
    ]);
    await started.writer.delete("heard");
    await expect.poll(one.text).toContain(`"disappear"`);
    expect(one.text()).toContain(`"appear"`);
    expect(one.text()).toContain(`"identity":"<anonymous>"`);
    expect(one.text()).not.toContain("robot-write");
    expect(one.text()).not.toMatch(/contract\.heard|heard2/);
    one.stop();
    const inside = await started.lake.fetch(
      new Request(`${started.url}/v1/data/${listenTo(`*[_type == "heard"]`)}`),
    );
    const reader = inside.body?.pipeThrough(new TextDecoderStream()).getReader();
    await started.writer.createOrReplace({ _id: "heard", _type: "heard" });
    let text = "";
    while (!text.includes("event: mutation")) text += (await reader?.read())?.value ?? "";
    expect(text).not.toContain("robot-write");
    await reader?.cancel();
    await started.writer.delete("heard");
  });

  test("may do so a handful of times", async () => {
    const caller = newCaller();
    const open = await Promise.all(Array.from({ length: 8 }, () => hear(listenTo("*"), caller)));
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await hear(listenTo("*"), caller)).status).toBe(429);
    expect((await hear("live/events/production", caller)).status).toBe(429);
    const other = await hear("live/events/production");
    expect(other.status).toBe(200);
    for (const one of [...open, other]) one.stop();
    await expect
      .poll(async () => {
        const again = await hear(listenTo("*"), caller);
        again.stop();
        return again.status;
      })
      .toBe(200);
  });

  test("is told what is wrong with the query", async () => {
    for (const query of ["*[", "*[media::aspect(1, 2)]"]) {
      const one = await hear(listenTo(query));
      await started.writer.createOrReplace({ _id: "tick", _type: "tick" });
      await expect.poll(one.ended).toBe(true);
      expect(one.text()).toContain("event: channelError");
    }
  });

  test.each([
    ["loops for hours", `*[${ENDLESS} > 0]`],
    ["V8 does not survive", `*[_type == "tick" && ${SPLIT_BOMB} > 0]`],
  ])("with a query that %s costs the writer nothing and is ended", async (_, query) => {
    const hostile = await Promise.all(
      Array.from({ length: 8 }, (__, n) => hear(listenTo(query), `l${n % 4}`)),
    );
    await expect.poll(() => hostile.every((one) => one.text().includes("welcome"))).toBe(true);
    let pings = 0;
    const written = started.writer.createOrReplace({ _id: "tick", _type: "tick", _: query.length });
    await written;
    // V8 gives up after seconds of its own, for each caller; many times that on a busy machine.
    await expect
      .poll(() => ((pings += 1), hostile.every((one) => one.ended())), { timeout: 150_000 })
      .toBe(true);
    expect(pings).toBeGreaterThan(0);
    await started.writer.delete("tick");
    await expect.poll(() => started.anonymous.fetch("1").catch(() => 0)).toBe(1);
  });
});

describe("a listener with a token", () => {
  const read = async (query: string, ask: (request: Request) => Promise<Response>): Promise<string> => {
    const headers = { authorization: `Bearer ${started.lake.tokens.read}` };
    const search = new URLSearchParams({ query, $words: JSON.stringify("anvil") });
    const response = await ask(
      new Request(`${started.url}/v1/data/listen/production?${search}`, { headers }),
    );
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await started.writer.createOrReplace({ _id: "tick", _type: "tick", text: "An anvil" });
    let text = "";
    while (!/event: (mutation|channelError)/.test(text)) text += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    await started.writer.delete("tick");
    return text;
  };

  test.each([SPLIT_BOMB, JOIN_BOMB])("cannot end the process by a value that grows", async (bomb) => {
    const hostile = `*[_type == "tick" && ${bomb} > 0]`;
    expect(await read(hostile, fetch)).toContain("event: channelError");
    await expect(started.anonymous.fetch("1")).resolves.toBe(1);
  });

  test("may search texts, and in process let values grow", async () => {
    expect(await read("*[text match text::query($words)]", fetch)).toContain("event: mutation");
    const growing = `*["a" + "b" + "c" + "d" == "abcd" && _type == "tick"]`;
    expect(await read(growing, (request) => started.lake.fetch(request))).toContain("event: mutation");
    expect(await read(growing, fetch)).toContain("event: channelError");
  });
});

/** Sends a POST whose body does not end. */
function unfinished(
  path: string,
  headers: Record<string, string>,
  bytes: number,
): Promise<IncomingMessage | null> {
  const { hostname, port, pathname } = new URL(`${started.url}${path}`);
  return new Promise((resolve) => {
    const sent: ClientRequest = request({
      hostname,
      port,
      path: pathname,
      method: "POST",
      headers: { "transfer-encoding": "chunked", "x-caller": newCaller(), ...headers },
    });
    sent.once("response", (response) => resolve(response.resume()));
    sent.once("error", () => resolve(null));
    sent.write("x".repeat(bytes));
  });
}

describe("a body", () => {
  test("of a stranger that does not end is given up", async () => {
    const response = await unfinished("/v1/data/query/production", {}, 1000);
    expect([response?.statusCode, response?.headers.connection]).toEqual([408, "close"]);
  });

  test("is refused while too much of others is being received", async () => {
    const many = Array.from({ length: 200 }, () => unfinished("/v1/data/query/production", {}, 60_000));
    const first = await Promise.race(many);
    expect(first?.statusCode).toBe(503);
    await started.writer.createOrReplace({ _id: "meanwhile", _type: "note" });
    await started.writer.delete("meanwhile");
    await Promise.all(many);
  });
});
