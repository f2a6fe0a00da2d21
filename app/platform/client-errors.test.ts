import { Writable } from "node:stream";
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { createClientErrors } from "./client-errors.server.ts";
import type { AppError } from "./errors.ts";
import { createLog } from "./log.server.ts";

const URL = "http://localhost/api/client-error";
const report = {
  message: "x is undefined",
  stack: "at f (http://a/b.js:1:2)",
  path: "/contact",
  kind: "page",
};

function create() {
  let written = "";
  const out = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  const register = new Registry();
  const { report } = createClientErrors({ log: createLog("warn", out), register });
  return {
    /** Returns the status of a report: 204, or that of the error. */
    send: (body: unknown, { caller = "192.0.2.1", type = "application/json", method = "POST" } = {}) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const init = { method, headers: { "content-type": type }, body: text };
      return report(new Request(URL, init), caller).then(
        () => 204,
        (error: AppError) => error.status,
      );
    },
    lines: () =>
      written
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    metrics: () => register.metrics(),
  };
}

it("is one line of the log and counted by kind", async () => {
  const { send, lines, metrics } = create();
  expect(await send(report)).toBe(204);
  expect(lines()).toEqual([
    expect.objectContaining({
      msg: "an error in a browser",
      kind: "page",
      path: "/contact",
      text: "x is undefined",
      stack: "at f (http://a/b.js:1:2)",
    }),
  ]);
  expect(await metrics()).toContain('client_errors_total{kind="page"} 1');
});

it("is redacted: no email, query, token, or key of a private link", async () => {
  const { send, lines } = create();
  const message = "ada@example.com failed at https://a.example/x?order=secret1 with bearer abcdef";
  const stack = "at https://a.example/assets/a.js?token=secret2:1:1\n/order?key=secret3";
  expect(await send({ ...report, message, stack, path: "/order/secret4/invoices/1" })).toBe(204);
  const text = JSON.stringify(lines());
  expect(text).not.toMatch(/ada@|secret\d|abcdef/);
  expect(text).toContain("/order/:token/invoices/1");
});

it.each<[string, unknown, number]>([
  ["no JSON", "{", 400],
  ["no message", { ...report, message: undefined }, 400],
  ["an empty message", { ...report, message: "" }, 400],
  ["a message of another type", { ...report, message: { a: 1 } }, 400],
  ["a kind that is unknown", { ...report, kind: "mine" }, 400],
  ["a path with a query", { ...report, path: "/contact?a=b" }, 400],
  ["another site's path", { ...report, path: "//evil.example" }, 400],
  ["more fields", { ...report, cookie: "a" }, 400],
  ["more than 4 kB", { ...report, stack: "x".repeat(4_096) }, 413],
])("with %s is refused and not logged", async (_name, body, status) => {
  const { send, lines } = create();
  expect(await send(body)).toBe(status);
  expect(lines()).toEqual([]);
});

it("is a POST of JSON", async () => {
  const { send } = create();
  expect(await send(report, { type: "text/plain" })).toBe(415);
  expect(await send(report, { method: "PUT" })).toBe(405);
});

it("is bounded per caller, and for all together", async () => {
  const { send, lines } = create();
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++) statuses.push(await send(report));
  expect(statuses.indexOf(429)).toBe(20);
  for (let n = 0; n < 400; n++) await send(report, { caller: `caller-${Math.floor(n / 4)}` });
  expect(lines()).toHaveLength(300);
  expect(await send(report, { caller: "somebody-else" })).toBe(429);
});

it("leaves room for the first reports of others, however much some callers send", async () => {
  const { send } = create();
  for (let n = 0; n < 300; n++) await send(report, { caller: `caller-${Math.floor(n / 20)}` });
  const send3 = [1, 2, 3].map(() => send(report, { caller: "somebody-else" }));
  expect(await Promise.all(send3)).toEqual([204, 204, 429]);
});
