import { expect, test, vi } from "vitest";
import type { LakeFetch } from "../platform/content-store.server.ts";
import { parseEnv } from "../platform/env.server.ts";
import { createClients } from "./client.server.ts";
import { loadContent } from "./load.server.ts";

const HOSTED = { SANITY_PROJECT_ID: "abc123", SANITY_API_READ_TOKEN: "r", SANITY_API_WRITE_TOKEN: "w" };
const clientsOf = (env: Record<string, string>, lakeFetch: LakeFetch | null = null) =>
  createClients(parseEnv(env).content, lakeFetch);

test("reading uses the read token", () => {
  expect(clientsOf(HOSTED).readClient.config().token).toBe("r");
});

test("the write token does not stand in for a missing read token", () => {
  expect(() => clientsOf({ ...HOSTED, SANITY_API_READ_TOKEN: "" })).toThrow(/SANITY_API_READ_TOKEN missing/);
});

test("a site without tokens reads what is public", () => {
  expect(clientsOf({ SANITY_PROJECT_ID: "abc123" }).readClient.config().token).toBeUndefined();
});

test("a lake in this process is asked without a socket, and has to be there", async () => {
  const asked: string[] = [];
  const lakeFetch: LakeFetch = async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return Response.json({ result: 42 });
  };
  expect(await clientsOf({}, lakeFetch).publicClient.fetch("42")).toBe(42);
  expect(asked).toEqual(["GET /lake/v2025-02-19/data/query/production"]);
  expect(() => clientsOf({})).toThrow("not open");
});

test("a query about today is not answered by the CDN, which would keep the answer", async () => {
  const { publicClient } = clientsOf({ SANITY_PROJECT_ID: "abc123" });
  const asked = vi.fn(async () => ({}));
  const client = Object.assign(publicClient.clone(), { fetch: asked });
  const fresh = Object.assign(publicClient.clone(), { fetch: vi.fn(async () => ({})) });
  const context = {
    services: { clients: { publicClient: client, freshClient: fresh, readClient: client } },
    cache: { tags: new Set<string>(), fresh: false, perspective: null },
  };
  await loadContent(context, `*[_type == "post"]`);
  await loadContent(context, `*[_type == "post" && publishedAt <= now()]`);
  expect([asked.mock.calls.length, fresh.fetch.mock.calls.length]).toEqual([1, 1]);
});

test("an admin's page does not wait for retries", async () => {
  let asked = 0;
  const { adminClient } = clientsOf({}, async () => {
    asked += 1;
    return Response.json({}, { status: 503 });
  });
  await expect(adminClient.fetch("42")).rejects.toThrow("503");
  expect(asked).toBe(1);
});
