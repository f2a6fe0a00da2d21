import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createUsageCounter } from "../../platform/usage-counter.server.ts";
import { oneSender } from "./one-sender.server.ts";

let directory: string;
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), "senders-"))));
afterEach(() => rmSync(directory, { recursive: true }));

const EMAIL = { id: "contract.1/charged-in_1/ada@example.com" };

test("of several machines one sends an email, also after its restart", async () => {
  const path = join(directory, "usage.sqlite");
  const { count, close } = createUsageCounter({ redis: { on: false }, path, secret: "a secret" });
  const open = (machine: string) =>
    oneSender(count, join(directory, machine), (error) => {
      throw error;
    });
  expect(await open("one")(EMAIL)).toBe(true);
  expect(await open("two")(EMAIL)).toBe(false);
  expect(await open("one")(EMAIL)).toBe(true);
  expect(await open("two")({ id: "contract.2/charged-in_2/ada@example.com" })).toBe(true);
  close();
});

test("machines that cannot ask each other send what they have", async () => {
  const errors: unknown[] = [];
  const away = oneSender(
    () => Promise.reject(new Error("away")),
    directory,
    (error) => void errors.push(error),
  );
  expect(await away(EMAIL)).toBe(true);
  expect(errors).toHaveLength(1);
});
