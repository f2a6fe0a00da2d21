import { expect, test } from "vitest";
import { isAppError } from "../platform/errors.ts";
import {
  readMeasurementId,
  MAX_PATHS,
  OTHER_PATHS,
  createPageViewCounter,
  type ViewCounts,
  isUncounted,
  viewedPath,
} from "./analytics.server.ts";

function setUp() {
  const kept: [string, Record<string, number>][] = [];
  const errors: unknown[] = [];
  const store = { down: false };
  const counter = createPageViewCounter({
    onError: (error) => void errors.push(error),
    add: async (day: string, counts: ViewCounts) => {
      if (store.down) throw new Error("down");
      kept.push([day, Object.fromEntries(counts)]);
    },
  });
  return { counter, kept, errors, store };
}

test("many views are one write per day, and nothing is handed on twice", async () => {
  const { counter, kept } = setUp();
  counter.record("2026-11-20", "/");
  counter.record("2026-11-21", "/");
  counter.record("2026-11-21", "/about");
  counter.record("2026-11-21", "/");
  await counter.flush();
  await counter.flush();
  expect(kept).toEqual([
    ["2026-11-20", { "/": 1 }],
    ["2026-11-21", { "/": 2, "/about": 1 }],
  ]);
});

test("what could not be kept is kept the next time", async () => {
  const { counter, kept, errors, store } = setUp();
  store.down = true;
  counter.record("2026-11-21", "/");
  await counter.flush();
  store.down = false;
  counter.record("2026-11-21", "/");
  await counter.flush();
  expect(errors).toHaveLength(1);
  expect(kept).toEqual([["2026-11-21", { "/": 2 }]]);
});

test("made-up paths share one line", async () => {
  const { counter, kept } = setUp();
  for (let index = 0; index < MAX_PATHS + 50; index++) counter.record("2026-11-21", `/${index}`);
  counter.record("2026-11-21", "/0");
  await counter.flush();
  const counts = kept[0]?.[1] ?? {};
  expect(Object.keys(counts)).toHaveLength(MAX_PATHS + 1);
  expect(counts[OTHER_PATHS]).toBe(50);
  expect(counts["/0"]).toBe(2);
});

test.each([
  [["G-AB12CD34EF", null], "G-AB12CD34EF", 0],
  [[null, "G-AB12"], "G-AB12", 0],
  [["", undefined], null, 0],
  [["GTM-ABC123", "G-AB12CD34EF"], null, 1],
  [["G-AB12CD34EF&l=evil"], null, 1],
  [["g-ab12cd34ef"], null, 1],
])("of %j Google counts for %j, with %i warnings", (candidates, id, warnings) => {
  const warned: string[] = [];
  expect(readMeasurementId(candidates, (message) => void warned.push(message))).toBe(id);
  expect(warned).toHaveLength(warnings);
});

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function post(body: string, headers: Record<string, string> = { "content-type": "application/json" }) {
  return new Request("http://x/api/page-view", { method: "POST", body, headers });
}

async function refusal(request: Request): Promise<number> {
  const error: unknown = await viewedPath(request).catch((error: unknown) => error);
  return isAppError(error) ? error.status : 0;
}

test.each([
  [{ "user-agent": FIREFOX }, false],
  [{ "user-agent": FIREFOX, dnt: "0" }, false],
  [{ "user-agent": FIREFOX, "sec-gpc": "1" }, true],
  [{ "user-agent": FIREFOX, dnt: "1" }, true],
  [{ "user-agent": FIREFOX, "sec-purpose": "prefetch;prerender" }, true],
  [{ "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" }, true],
  [{}, true],
])("%j is left out: %s", (headers, left) => expect(isUncounted(new Headers(headers))).toBe(left));

test.each(["/", "/blog/the-monday-question", "/caf%C3%A9"])("takes %s", async (path) => {
  expect(await viewedPath(post(JSON.stringify({ path })))).toBe(path);
});

test.each([
  ["not JSON", "path=/"],
  ["no path", "{}"],
  ["a number", '{"path":1}'],
  ["more than the path", '{"path":"/","email":"a@example.com"}'],
  ["another host", '{"path":"//evil.example"}'],
  ["a query", '{"path":"/a?email=a@example.com"}'],
  ["an anchor", '{"path":"/a#b"}'],
  ["a line break", '{"path":"/a\\nb"}'],
  ["a very long path", JSON.stringify({ path: `/${"a".repeat(300)}` })],
])("refuses %s", async (_what, body) => expect(await refusal(post(body))).toBe(400));

test("refuses other methods, other types and large bodies", async () => {
  expect(await refusal(new Request("http://x/api/page-view"))).toBe(405);
  expect(await refusal(post('{"path":"/"}', { "content-type": "text/plain" }))).toBe(415);
  expect(await refusal(post(`{"path":"/${"a".repeat(5000)}"}`))).toBe(413);
});
