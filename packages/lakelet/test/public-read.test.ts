import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { BLOCKS_BOMB, doubled, ENDLESS, SPLIT_BOMB } from "./hostile-queries.ts";
import { opened } from "./opened.ts";
import { startLake } from "./start-lake.ts";

/** With `publicRead`; a header names the caller. */
const started = opened(() =>
  startLake({ publicRead: true }, { callerKey: ({ headers }) => String(headers["x-caller"]) }),
);

beforeAll(async () => {
  const documents = Array.from({ length: 60 }, (_, n) => ({
    _id: `post-${n}`,
    _type: "post",
    slug: { current: `post-${n}` },
    text: "lorem ".repeat(200),
  }));
  await started.writer.mutate(documents.map((create) => ({ create })));
  await started.writer.create({ _id: "contract.1", _type: "post", text: "secret" });
});

/** The pause between two requests of other callers, in ms: without it they keep a core busy. */
const PAUSE_MS = 20;

/** Repeats a request of another caller until `slow` settles. Resolves to the results. */
async function meanwhile<T>(slow: Promise<unknown>, request: () => Promise<T>): Promise<T[]> {
  const until = { isSettled: false };
  const settle = (): void => void (until.isSettled = true);
  void slow.then(settle, settle);
  const results: T[] = [];
  while (!until.isSettled) {
    results.push(await request());
    await sleep(PAUSE_MS);
  }
  return results;
}

let callers = 0;
const newCaller = (): string => `caller-${(callers += 1)}`;

interface Asked {
  status: number;
  body: { result?: unknown; error?: { type?: string; description?: string } };
  headers: Headers;
}

async function ask(
  query: string,
  {
    params = {},
    caller = newCaller(),
    token = "",
    signal,
  }: {
    params?: object;
    caller?: string;
    token?: string;
    signal?: AbortSignal;
  } = {},
): Promise<Asked> {
  const response = await fetch(`${started.url}/v1/data/query/production`, {
    method: "POST",
    headers: { "x-caller": caller, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ query, params }),
    ...(signal ? { signal } : {}),
  });
  return {
    status: response.status,
    body: (await response.json()) as Asked["body"],
    headers: response.headers,
  };
}

/** Sends queries until the process for strangers is available again. */
const serves = async (): Promise<void> => {
  await expect.poll(async () => (await ask(`count(*)`)).body.result).toBe(60);
};

/** Asks until the answer is not that of the deadline, which comes before V8's end on a busy machine. Resolves to its status. */
async function statusBeforeDeadline(...asked: Parameters<typeof ask>): Promise<number> {
  const { status } = await ask(...asked);
  return status === 408 ? statusBeforeDeadline(...asked) : status;
}

const HOSTILE: Array<[name: string, query: string, params?: object]> = [
  ["splits a text that was doubled 24 times", SPLIT_BOMB],
  ["doubles a list", `count(${doubled('{"a":[1,2,3,4,5,6,7,8]}', '{"a":[...a,...a]}', 28)}.a)`],
  ["keeps doubled lists", `${doubled('{"a":[1,2,3,4,5,6,7,8]}', '{"a":[...a,...a]}', 20)}{"b":a[]{"c":@}}`],
  ["loops for hours", ENDLESS],
  [
    "compares long parameters",
    "count($p.a[!(@ in $p.b)])",
    {
      p: {
        a: Array.from({ length: 5000 }, (_, n) => n),
        b: Array.from({ length: 5000 }, (_, n) => -n),
      },
    },
  ],
  ["looks into itself", "*[count(*[count(*[count(*[count(*) > 0]) > 0]) > 0]) > 0]"],
  ["matches many wildcards", `*[text match "${"*a".repeat(200)}"]`],
  ["asks for a huge answer", `${doubled('{"a":"xxxxxxxx"}', '{"a":a+a}', 20)}{"b":[a,a,a,a,a,a]}`],
  ["repeats all documents", `[${Array.from({ length: 100 }, () => "*").join()}]`],
  ["nests absurdly", `${"[".repeat(9000)}1${"]".repeat(9000)}`],
  ["nests text searches", `*[${"(".repeat(16)}text${' match text::query("a b c"))'.repeat(16)}]`],
];

describe("a stranger's query", () => {
  test("sees published documents only, as they are now", async () => {
    expect((await ask(`count(*[_type == "post"])`)).body.result).toBe(60);
    expect((await ask(`*[_id == "contract.1" || text == "secret"]`)).body.result).toEqual([]);
    await started.writer.create({ _id: "fresh", _type: "note", n: 1 });
    expect((await ask(`*[_id == "fresh"][0].n`)).body.result).toBe(1);
    await started.writer.patch("fresh").set({ n: 2 }).commit();
    expect((await ask(`*[_type == "note"].n`)).body.result).toEqual([2]);
    await started.writer.delete("fresh");
    expect((await ask(`*[_type == "note"]`)).body.result).toEqual([]);
  });

  test("gets the answer that the site gets", async () => {
    const query = `*[slug.current in $slugs] | order(_id desc){_id, "n": count(*)}`;
    const params = { slugs: ["post-1", "post-7"] };
    const search = new URLSearchParams({ query, $slugs: JSON.stringify(params.slugs) });
    const inside = await started.lake.fetch(new Request(`${started.url}/v1/data/query/production?${search}`));
    const { result, syncTags } = (await inside.json()) as Record<string, unknown>;
    expect((await ask(query, { params })).body).toMatchObject({ query, result, syncTags });
    expect(result).toEqual([
      { _id: "post-7", n: 60 },
      { _id: "post-1", n: 60 },
    ]);
  });

  test.each(HOSTILE)("that %s costs nobody else anything", async (_, query, params = {}) => {
    const asked = ask(query, { params });
    const others = await meanwhile(asked, async () =>
      expect((await fetch(`${started.url}/v1/ping`)).status).toBe(200),
    );
    const { status } = await asked;
    expect([200, 400, 408, 503]).toContain(status);
    expect(others.length).toBeGreaterThan(0);
    await serves();
  });

  test("that V8 does not survive leaves those of others standing", async () => {
    const bomb = statusBeforeDeadline(SPLIT_BOMB);
    const others = await Promise.all(Array.from({ length: 10 }, () => ask(`count(*)`)));
    expect(others.map(({ body }) => body.result)).toEqual(Array.from({ length: 10 }, () => 60));
    expect(await bomb).toBe(503);
  });

  test("waits its turn: one who sends many makes nobody else wait for all of them", async () => {
    const flooder = { caller: newCaller(), leave: new AbortController() };
    const { caller, leave } = flooder;
    let done = 0;
    const flood = Array.from({ length: 6 }, () =>
      ask(ENDLESS, { caller, signal: leave.signal }).then(() => (done += 1)),
    );
    expect((await ask(`count(*)`)).status).toBe(200);
    expect(done).toBeLessThanOrEqual(3);
    // Evaluating the rest takes a second each.
    leave.abort();
    await Promise.allSettled(flood);
  });

  test("ends when its sender leaves", async () => {
    const caller = newCaller();
    const gone = Array.from({ length: 20 }, () => new AbortController());
    const asked = gone.map(({ signal }) => ask(ENDLESS, { caller, signal }).catch(() => "left"));
    await sleep(100);
    for (const one of gone) one.abort();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["left"]));
    // Evaluating them would have used up the share.
    expect((await ask("1", { caller })).status).toBe(200);
  });

  test("is small: 64 KB of body, 32 KB of parameters", async () => {
    expect((await ask("1", { params: { p: "x".repeat(65 * 1024) } })).status).toBe(413);
    expect((await ask("1", { params: { p: "x".repeat(40 * 1024) } })).status).toBe(400);
    const token = started.lake.tokens.read;
    expect((await ask("1", { params: { p: "x".repeat(65 * 1024) }, token })).status).toBe(200);
  });

  test("has no attribute indexed that the site did not ask for", async () => {
    expect((await ask(`*[odd.path == "x"]`)).status).toBe(200);
    expect((await ask(`*[_type == "post" && slug.current == "post-3"][0]._id`)).body.result).toBe("post-3");
  });
});

describe("with a token", () => {
  test("a query has a deadline, whatever its parameters, and others are served between", async () => {
    const token = started.lake.tokens.read;
    const params = {
      p: {
        a: Array.from({ length: 40_000 }, (_, n) => n),
        b: Array.from({ length: 40_000 }, (_, n) => -n),
      },
    };
    const query = "count($p.a[!(@ in $p.b)])";
    const slow = Promise.all([ask(query, { params, token }), ask(query, { params, token })]);
    const served = await meanwhile(slow, async () => (await ask("1")).status);
    expect((await slow).map(({ body }) => body.error?.type)).toEqual([
      "queryTimeoutError",
      "queryTimeoutError",
    ]);
    expect(served.length).toBeGreaterThan(5);
  });

  test.each([SPLIT_BOMB, BLOCKS_BOMB])(
    "a query that V8 does not survive ends nothing but the process for long ones",
    async (query) => {
      const token = started.lake.tokens.read;
      const bomb = statusBeforeDeadline(query, { token, params: { text: "x".repeat(200_000) } });
      while ((await ask("count(*)", { token })).body.result !== 61) expect(await bomb).toBe(503);
      expect(await bomb).toBe(503);
    },
  );

  test("an answer has a largest size", async () => {
    const query = `[${Array.from({ length: 2000 }, () => "*").join()}]`;
    const { status, body } = await ask(query, { token: started.lake.tokens.read });
    expect([status, body.error?.type]).toEqual([400, "responseTooLargeError"]);
  });
});

describe("a stranger's documents by id", () => {
  test("are at most a hundred, and no more than a megabyte", async () => {
    const doc = (ids: string[]): Promise<Response> =>
      fetch(`${started.url}/v1/data/doc/production/${ids.join()}`);
    expect((await doc(Array.from({ length: 101 }, (_, n) => `d${n}`))).status).toBe(400);
    await started.writer.create({ _id: "large", _type: "file", text: "x".repeat(900_000) });
    expect((await doc(["large"])).status).toBe(200);
    await started.writer.create({ _id: "larger", _type: "file", text: "x".repeat(900_000) });
    expect((await doc(["large", "larger"])).status).toBe(400);
    await started.writer.mutate([{ delete: { id: "large" } }, { delete: { id: "larger" } }]);
  });
});
