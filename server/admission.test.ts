import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, test } from "vitest";
import { createAdmission } from "./admission.ts";

const underPressure = () => false;

describe("the overall bound", () => {
  it("rejects while too much runs, and counts rejections", async () => {
    const admission = createAdmission({ maxRunning: 2, underPressure });
    const gate = Promise.withResolvers<string>();
    const work = [admission.run(() => gate.promise), admission.run(() => gate.promise, "a")];
    expect([admission.rejects(), admission.running, admission.rejected]).toEqual([true, 2, 1]);
    gate.resolve("done");
    expect(await Promise.all(work)).toEqual(["done", "done"]);
    expect([admission.rejects(), admission.running, admission.rejected]).toEqual([false, 0, 1]);
  });

  it("does not count work that failed", async () => {
    const admission = createAdmission({ maxRunning: 1, underPressure });
    await expect(admission.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(admission.rejects()).toBe(false);
  });

  it("is lower under pressure", async () => {
    let pressure = true;
    const admission = createAdmission({
      maxRunning: 10,
      maxRunningUnderPressure: 1,
      underPressure: () => pressure,
    });
    expect(admission.rejects()).toBe(false);
    const gate = Promise.withResolvers<void>();
    const work = admission.run(() => gate.promise);
    expect(admission.rejects()).toBe(true);
    pressure = false;
    expect(admission.rejects()).toBe(false);
    gate.resolve();
    await work;
  });
});

describe("a caller's share", () => {
  /** Work that ends when it is told to, and the order in which it started. */
  function setUp(maxRunningPerCaller: number) {
    const admission = createAdmission({ maxRunningPerCaller, maxWaitingPerCaller: 2, underPressure });
    const started: string[] = [];
    const open = new Map<string, { end: () => void; fail: (error: Error) => void }>();
    const run = (name: string, callerKey?: string) =>
      admission.run(() => {
        started.push(name);
        return new Promise<string>((resolve, reject) =>
          open.set(name, { end: () => resolve(name), fail: reject }),
        );
      }, callerKey);
    return { admission, run, started, open };
  }

  test("runs in order, beside other callers' and nobody's work", async () => {
    const { run, started, open } = setUp(2);
    const results = ["a1", "a2", "a3", "a4"].map((name) => run(name, "a"));
    results.push(run("b1", "b"), run("n1"), run("n2"), run("n3"));
    expect(started).toEqual(["a1", "a2", "b1", "n1", "n2", "n3"]);
    open.get("a2")?.end();
    await nextTurn();
    expect(started.at(-1)).toBe("a3");
    for (const name of ["a1", "a3", "b1", "n1", "n2", "n3"]) open.get(name)?.end();
    await nextTurn();
    open.get("a4")?.end();
    expect(await Promise.all(results)).toEqual(["a1", "a2", "a3", "a4", "b1", "n1", "n2", "n3"]);
  });

  test("goes on after failed work", async () => {
    const { run, started, open } = setUp(1);
    const [failing, next] = [run("a1", "a"), run("a2", "a")];
    open.get("a1")?.fail(new Error("no"));
    await expect(failing).rejects.toThrow("no");
    expect(started).toEqual(["a1", "a2"]);
    open.get("a2")?.end();
    expect(await next).toBe("a2");
  });

  test("rejects the caller of whom too much waits, and no other", async () => {
    const { admission, run, open } = setUp(1);
    const results = ["a1", "a2", "a3"].map((name) => run(name, "a"));
    expect([admission.rejects("a"), admission.rejects("b"), admission.rejects()]).toEqual([
      true,
      false,
      false,
    ]);
    for (const name of ["a1", "a2", "a3"]) {
      open.get(name)?.end();
      await nextTurn();
    }
    await Promise.all(results);
    expect(admission.rejects("a")).toBe(false);
  });
});
