import { expect, it } from "vitest";
import { createAdmission } from "./admission.ts";

it("refuses while as much runs as can be done in time, and counts what it refuses", async () => {
  const admission = createAdmission({ maxRunning: 2, underPressure: () => false });
  const gate = Promise.withResolvers<string>();
  const work = [admission.run(() => gate.promise), admission.run(() => gate.promise)];
  expect([admission.refuses(), admission.running, admission.refused]).toEqual([true, 2, 1]);
  gate.resolve("done");
  expect(await Promise.all(work)).toEqual(["done", "done"]);
  expect([admission.refuses(), admission.running, admission.refused]).toEqual([false, 0, 1]);
});

it("forgets work that fails", async () => {
  const admission = createAdmission({ maxRunning: 1, underPressure: () => false });
  await expect(admission.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(admission.refuses()).toBe(false);
});

it("refuses sooner under pressure, and never a few", async () => {
  let pressure = true;
  const admission = createAdmission({
    maxRunning: 10,
    maxRunningUnderPressure: 1,
    underPressure: () => pressure,
  });
  expect(admission.refuses()).toBe(false);
  const gate = Promise.withResolvers<void>();
  const work = admission.run(() => gate.promise);
  expect(admission.refuses()).toBe(true);
  pressure = false;
  expect(admission.refuses()).toBe(false);
  gate.resolve();
  await work;
});
