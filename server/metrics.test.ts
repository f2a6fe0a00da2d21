import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createMetricsEndpoint } from "./metrics.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function ask(token: string | undefined, init: RequestInit = {}, metrics?: () => Promise<string>) {
  server = createServer(createMetricsEndpoint(token, metrics));
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test("is a 404 without a configured token, whatever is sent", async () => {
  expect((await ask(undefined, bearer("undefined"))).status).toBe(404);
});

test.for([{}, bearer("wrong"), bearer("s3cret-token "), { headers: { authorization: "s3cret-token" } }])(
  "is closed to %o",
  async (init) => {
    const response = await ask("s3cret-tokenx", init);
    expect(response.status).toBe(401);
    expect(response.text).toBe("A token is needed.\n");
  },
);

test("is open to the bearer of the token, and not cached", async () => {
  const { status, headers, text } = await ask("s3cret", bearer("s3cret"), async () => "up 1\n");
  expect([status, text]).toEqual([200, "up 1\n"]);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-type")).toContain("text/plain; version=0.0.4");
});

test("is read-only", async () => {
  expect((await ask("s3cret", { ...bearer("s3cret"), method: "POST" })).status).toBe(405);
});

test("responds with 500 and no details when collecting fails", async () => {
  const { status, text } = await ask("s3cret", bearer("s3cret"), async () =>
    Promise.reject(new Error("/etc/x")),
  );
  expect([status, text]).toEqual([500, "The metrics could not be collected.\n"]);
});
