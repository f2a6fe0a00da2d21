import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mintSubmissionId, postForm } from "./post-form.ts";

let answer: (response: http.ServerResponse) => void;
let received = "";
const server = http.createServer((request, response) => {
  received = `${request.method} ${request.headers["content-type"]} `;
  request.on("data", (chunk) => (received += chunk));
  request.on("end", () => answer(response));
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/form`;
});
afterAll(() => server.close());

const form = new FormData();
form.set("name", "Ada & Bob");

const json = (status: number, body: unknown) => (response: http.ServerResponse) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
const page = (status: number) => (response: http.ServerResponse) => {
  response.writeHead(status, { "content-type": "text/html" }).end("<h1>No</h1>");
};

test("posts as a browser without scripts would, and hands on the answer", async () => {
  answer = json(422, { status: "invalid", reason: "x" });
  expect(await postForm(url, form)).toEqual({ status: "invalid", reason: "x" });
  expect(received).toBe("POST application/x-www-form-urlencoded;charset=UTF-8 name=Ada+%26+Bob");
});

test.each([
  [
    "the endpoint's own failure",
    json(403, { status: "failed", code: "permission-denied" }),
    "permission-denied",
  ],
  ["a failure with an unknown code", json(500, { status: "failed", code: "strange" }), "unavailable"],
  ["a guard that refuses", page(403), "permission-denied"],
  ["a throttle", page(429), "unavailable"],
  ["a proxy without a site behind it", page(502), "unavailable"],
  ["a page where an answer belongs", page(200), "internal"],
  ["a body too large for a guard", page(413), "internal"],
  ["a connection that breaks", (response: http.ServerResponse) => response.destroy(), "unavailable"],
])("%s", async (_name, given, code) => {
  answer = given;
  expect(await postForm(url, form)).toEqual({ status: "failed", code });
});

test("nobody there is unavailable", async () => {
  const nobody = http.createServer();
  await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  const outcome = await postForm(`http://127.0.0.1:${port}/api/form`, form);
  expect(outcome).toEqual({ status: "failed", code: "unavailable" });
});

test("ids are UUIDs and differ", () => {
  expect(mintSubmissionId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(mintSubmissionId()).not.toBe(mintSubmissionId());
});
