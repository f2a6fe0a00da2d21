import { expect, test, vi } from "vitest";
import { createLog } from "../app/platform/log.server.ts";
import { createReadiness } from "./health.ts";

test("many calls ask a service once, and the log tells once why it cannot be used and once that it can", async () => {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(line) });
  let reason: string | null = null;
  const ask = vi.fn(async () => {
    if (reason !== null) throw new Error(reason);
  });
  const missing = createReadiness([{ service: "content", holdsMs: 20, ask }], log);
  expect((await Promise.all(Array.from({ length: 50 }, missing))).flat()).toEqual([]);
  expect(ask).toHaveBeenCalledTimes(1);
  reason = "the token is refused";
  await expect.poll(missing).toEqual(["content"]);
  await expect.poll(async () => (await missing()).length > 0 && ask.mock.calls.length).toBeGreaterThan(3);
  expect(lines.filter((line) => line.includes(reason ?? ""))).toHaveLength(1);
  reason = null;
  await expect.poll(missing).toEqual([]);
  expect(lines.at(-1)).toContain("ready again");
});

test("a service that never answers is missing, and the others are told", async () => {
  vi.useFakeTimers();
  const missing = createReadiness(
    [
      { service: "Redis", holdsMs: 1, ask: () => new Promise(() => {}) },
      { service: "content", holdsMs: 1, ask: async () => {} },
    ],
    createLog("silent"),
  )();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await missing).toEqual(["Redis"]);
});
