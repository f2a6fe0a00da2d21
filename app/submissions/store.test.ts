import http from "node:http";
import type { AddressInfo } from "node:net";
import { clientFor } from "lakelet/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RetryPolicy } from "../platform/content-store.server.ts";
import { storeSubmission, removeSubmission, isSameSubmission } from "./store.server.ts";

/** Long enough for a busy machine: a response is never given up by mistake. */
const POLICY: RetryPolicy = { attempts: 3, firstPauseMs: 5, attemptTimeoutMs: 10_000, budgetMs: 30_000 };
/** For a store that does not answer at all. */
const HASTY: RetryPolicy = { ...POLICY, attemptTimeoutMs: 300 };

type Answer = (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void;

/** A store that returns one prepared response per request, in order, and the last one from then on. */
let answers: Answer[];
let bodies: string[];
const server = http.createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    bodies.push(body);
    (answers.length > 1 ? answers.shift() : answers[0])?.(request, response, body);
  });
});

const status =
  (code: number): Answer =>
  (_request, response) => {
    response.writeHead(code, { "content-type": "application/json" });
    response.end(JSON.stringify({ statusCode: code, error: "Refused", message: "told to" }));
  };
const stored: Answer = (_request, response, body) => {
  const [mutation] = JSON.parse(body).mutations;
  const [operation, document] = Object.entries(mutation)[0] as [string, { _id?: string; id?: string }];
  response.writeHead(200, { "content-type": "application/json" });
  const id = document._id ?? document.id;
  response.end(
    JSON.stringify({
      transactionId: "t",
      results: [{ id, operation, ...(document._id ? { document } : {}) }],
    }),
  );
};
const drop: Answer = (request) => request.socket.destroy();
const hang: Answer = () => {};
const page: Answer = (_request, response) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<h1>Please log in to the wireless network</h1>");
};
const half: Answer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end('{"transactionId":"t","results":[{"id":"no');
};

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  bodies = [];
});

const connect = (apiHost: string) => clientFor(apiHost, "write");
const client = () => connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
const send = () =>
  storeSubmission(
    client(),
    { type: "note", id: "note.1", document: { text: "hi" } },
    answers.includes(hang) ? HASTY : POLICY,
  );

describe("storeSubmission", () => {
  test("creates the document if it is not there and answers what is stored", async () => {
    answers = [stored];
    expect(await send()).toEqual({ _id: "note.1", _type: "note", text: "hi" });
    expect(JSON.parse(bodies[0] ?? "")).toEqual({
      mutations: [{ createIfNotExists: { _id: "note.1", _type: "note", text: "hi" } }],
    });
  });

  test.each([
    ["401", status(401), "permission-denied", 1],
    ["403", status(403), "permission-denied", 1],
    ["400", status(400), "internal", 1],
    ["409", status(409), "internal", 1],
    ["429 to the end", status(429), "unavailable", 3],
    ["503 to the end", status(503), "unavailable", 3],
    ["a dropped connection", drop, "unavailable", 3],
    ["no answer in time", hang, "unavailable", 3],
    ["a foreign page with status 200", page, "unavailable", 3],
    ["half an answer", half, "unavailable", 3],
  ])("%s", async (_name, answer, code, requests) => {
    answers = [answer];
    await expect(send()).rejects.toMatchObject({ name: "AppError", code });
    expect(bodies).toHaveLength(requests);
  });

  test.each([
    ["429", status(429)],
    ["502", status(502)],
    ["a dropped connection", drop],
    ["no answer in time", hang],
  ])("is tried again after %s, with the same body", async (_name, answer) => {
    answers = [answer, stored];
    await expect(send()).resolves.toMatchObject({ _id: "note.1" });
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  });

  test("nobody listening is unavailable", async () => {
    const closed = http.createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const gone = storeSubmission(
      connect(`http://127.0.0.1:${port}`),
      { type: "note", id: "note.1", document: {} },
      POLICY,
    );
    await expect(gone).rejects.toMatchObject({ code: "unavailable" });
  });

  test("the budget ends it even when attempts are left", async () => {
    answers = [hang];
    const rushed = storeSubmission(
      client(),
      { type: "note", id: "note.1", document: {} },
      { attempts: 100, firstPauseMs: 1, attemptTimeoutMs: 60, budgetMs: 100 },
    );
    await expect(rushed).rejects.toMatchObject({ code: "unavailable" });
    expect(bodies.length).toBeLessThan(5);
  });

  test("refuses an id that anonymous readers could see", async () => {
    const open = storeSubmission(client(), { type: "note", id: "note-1", document: {} });
    await expect(open).rejects.toMatchObject({ code: "internal" });
    expect(bodies).toHaveLength(0);
  });
});

describe("removeSubmission", () => {
  test("deletes by id, and tries again", async () => {
    answers = [status(503), stored];
    await removeSubmission(client(), "note.1", POLICY);
    expect(JSON.parse(bodies[1] ?? "")).toEqual({ mutations: [{ delete: { id: "note.1" } }] });
  });

  test("says when it may not", async () => {
    answers = [status(403)];
    await expect(removeSubmission(client(), "note.1", POLICY)).rejects.toMatchObject({
      code: "permission-denied",
    });
  });
});

const said = { name: "Ada", files: [{ url: "/a" }], submitted_at: "2026-11-21" };

test.each([
  ["the same", { ...said }, true],
  ["sent at another time", { ...said, submitted_at: "2026-11-22" }, true],
  ["with what the store and the admins add", { ...said, _id: "x", adminStatus: "closed" }, true],
  ["another answer", { ...said, name: "Bob" }, false],
  ["another answer inside", { ...said, files: [{ url: "/b" }] }, false],
  ["an answer less", { name: "Ada" }, false],
])("%s", (_name, stored, same) => {
  expect(isSameSubmission(stored, said)).toBe(same);
});
