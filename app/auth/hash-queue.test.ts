import { expect, test } from "vitest";
import type { QueueCaller } from "../platform/work-queue.server.ts";
import { createHashQueue } from "./passwords.server.ts";

const BUSY = { code: "auth/busy", status: 503, seconds: 5 };

/** A queue whose work ends when the test says so. */
function openQueue(limits: Parameters<typeof createHashQueue>[0] = {}) {
  const queue = createHashQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, caller: Partial<QueueCaller> = {}) =>
    queue({ key: name, isKnown: false, ...caller }, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { add, begun, end: (name: string) => ends.get(name)?.() };
}

test("two run at once, twenty wait, and the next is told to come back", async () => {
  const { add, begun, end } = openQueue();
  const first = add("0");
  const waiting = Array.from({ length: 21 }, (_, index) => add(String(index + 1)));
  expect(begun).toEqual(["0", "1"]);
  await expect(add("22")).rejects.toMatchObject(BUSY);
  end("0");
  await first;
  expect(begun).toEqual(["0", "1", "2"]);
  const late = add("23");
  for (let index = 1; index <= 21; index++) {
    end(String(index));
    await waiting[index - 1];
  }
  end("23");
  expect(await late).toBe("23");
});

test("one caller has four places, so that another one is served", async () => {
  const { add, begun, end } = openQueue();
  const own = Array.from({ length: 4 }, (_, index) => add(`a${index}`, { key: "a" }));
  await expect(add("a4", { key: "a" })).rejects.toMatchObject(BUSY);
  const other = add("b");
  for (const [index, one] of own.entries()) {
    end(`a${index}`);
    await one;
  }
  expect(begun.at(-1)).toBe("b");
  end("b");
  await other;
  const again = add("a5", { key: "a" });
  end("a5");
  expect(await again).toBe("a5");
});

test("a known browser goes first, in a full queue too", async () => {
  const { add, begun, end } = openQueue({ running: 1, waiting: 2 });
  const running = add("running");
  const first = add("stranger 1");
  const second = add("stranger 2");
  const known = add("known", { isKnown: true });
  await expect(second).rejects.toMatchObject(BUSY);
  end("running");
  await running;
  expect(begun).toEqual(["running", "known"]);
  end("known");
  await known;
  end("stranger 1");
  expect(await first).toBe("stranger 1");
});

test("work that fails gives its place back", async () => {
  const queue = createHashQueue({ running: 1, waiting: 0, perCaller: 1 });
  const caller = { key: "a", isKnown: false };
  await expect(queue(caller, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue(caller, async () => "next")).toBe("next");
});
