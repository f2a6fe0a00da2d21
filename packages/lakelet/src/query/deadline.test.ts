import { expect, test } from "vitest";
import { withDeadline } from "./deadline.ts";

test("hands on what the function returns or throws", () => {
  expect(withDeadline(1000, () => ({ a: [1] }))).toEqual({ a: [1] });
  expect(withDeadline(1000, () => undefined)).toBeUndefined();
  const error = new RangeError("mine");
  expect(() =>
    withDeadline(1000, () => {
      throw error;
    }),
  ).toThrow(error);
});

test.each([
  [
    "a loop",
    () => {
      for (let n = 0; ; n += 1) Math.sqrt(n);
    },
  ],
  ["a regular expression", () => /^(.*a){30}$/.test("a".repeat(5000) + "b")],
])("stops %s that does not end", (_, run) => {
  expect(() => withDeadline(50, run)).toThrow(
    expect.objectContaining({
      status: 408,
      message: "The query took longer than 50 ms",
      headers: { "retry-after": "5" },
    }),
  );
  expect(withDeadline(1000, () => "still working")).toBe("still working");
});

/** Waits without using the processor, as a process does that a busy machine leaves no time. */
const starve = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);

test("begins again what had no processor time, a few times", () => {
  let runs = 0;
  const value = withDeadline(100, () => {
    runs += 1;
    if (runs === 1) starve();
    return "done";
  });
  expect([value, runs]).toEqual(["done", 2]);
  expect(() => withDeadline(20, () => ((runs += 1), starve()))).toThrow("took longer than 20 ms");
  expect(runs).toBe(5);
});
