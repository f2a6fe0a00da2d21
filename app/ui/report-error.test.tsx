import { beforeEach, expect, test, vi } from "vitest";

interface Report {
  message: string;
  path: string;
  kind: string;
  stack?: string;
}

const sent: Report[] = [];

/** Loads the module anew, as a document does, at a path. */
async function openedAt(path: string, status = 204) {
  history.replaceState(null, "", path);
  vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
    expect(new Blob([body]).size).toBeLessThanOrEqual(4_000);
    sent.push(JSON.parse(body) as Report);
    return status === 0
      ? Promise.reject(new TypeError("offline"))
      : Promise.resolve(new Response(null, { status }));
  });
  vi.resetModules();
  return (await import("./report-error.ts")).reportError;
}

beforeEach(() => {
  sent.length = 0;
  return () => vi.unstubAllGlobals();
});

test("an error is reported once, with its path, without query and key", async () => {
  const reportError = await openedAt("/order/s3cret?token=s3cret");
  const error = new RangeError("too far");
  expect(await Promise.all([reportError(error, "page"), reportError(error, "page")])).toEqual([true, true]);
  expect(sent).toEqual([
    {
      message: "RangeError: too far",
      path: "/order",
      kind: "page",
      stack: expect.stringContaining("too far"),
    },
  ]);
});

test("a report is true only where the server took it", async () => {
  for (const status of [0, 404, 429, 503])
    expect(await (await openedAt("/", status))("words", "script")).toBe(false);
  expect(sent).toHaveLength(4);
});

test("a long error and many of them stay small", async () => {
  const reportError = await openedAt("/");
  const long = new Error("ü".repeat(5_000));
  long.stack = "界".repeat(5_000);
  await reportError(long, "part");
  for (let at = 0; at < 20; at++) await reportError(new Error(`error ${at}`), "script");
  expect(sent).toHaveLength(5);
  expect(sent[0]?.stack).toBeUndefined();
});
