import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { AppError } from "../platform/errors.ts";
import { reportTo } from "./form-action.server.ts";

function logged(error: unknown): Record<string, unknown> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  reportTo(pino({ level: "debug" }, sink), "contact")(error);
  return JSON.parse(lines.join(""));
}

test("a failure of the store is an error with its cause", () => {
  const line = logged(new AppError("unavailable", "gone", { cause: new Error("ECONNREFUSED") }));
  expect(line).toMatchObject({ level: 50, form: "contact", code: "unavailable" });
  expect(JSON.stringify(line)).toContain("ECONNREFUSED");
});

test("a request that was no good is a short note", () => {
  const line = logged(new AppError("bad-request", "not a form", { status: 415 }));
  expect(line).toMatchObject({ level: 30, form: "contact", code: "bad-request", status: 415 });
  expect(line).not.toHaveProperty("err");
});

test("an error that is not ours is one too, with its stack", () => {
  const line = logged(new TypeError("Stripe is odd"));
  expect(line).toMatchObject({ level: 50, form: "contact", msg: "submission not finished" });
  expect(JSON.stringify(line)).toContain("TypeError: Stripe is odd");
});
