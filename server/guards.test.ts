import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { guardOptions, rejection } from "./guards.ts";

const options = guardOptions({ publicUrl: "https://example.com" }, 3000);
const request = (fields: { method?: string; url?: string; headers?: Record<string, string> }) =>
  ({
    method: "GET",
    url: "/",
    ...fields,
    headers: { host: "example.com", ...fields.headers },
    rawHeaders: Object.entries({ host: "example.com", ...fields.headers }).flat(),
  }) as unknown as IncomingMessage;

describe("rejection", () => {
  it.each([
    [{}, undefined],
    [{ headers: { host: "localhost:3000" } }, undefined],
    [{ headers: { host: "localhost:3001" } }, 421],
    [{ url: "/lake/v1/ping", headers: { host: "10.0.0.5:3000" } }, 421],
    [{ url: "/lake/v1/ping", headers: { host: "10.0.0.5:3000", "x-lake-site": "token" } }, undefined],
    [{ url: "/admin", headers: { host: "10.0.0.5:3000", "x-lake-site": "token" } }, 421],
    [{ method: "POST", headers: { origin: "https://example.com" } }, undefined],
    [{ method: "POST", headers: { origin: "null" } }, 403],
    [{ method: "POST", headers: { origin: "http://example.com" } }, 403],
    [{ method: "POST", headers: { "sec-fetch-site": "same-site" } }, 403],
    [
      { method: "POST", headers: { "sec-fetch-site": "same-origin", origin: "https://example.com" } },
      undefined,
    ],
    [{ method: "POST" }, undefined],
    [{ method: "POST", headers: { "transfer-encoding": "chunked" } }, undefined],
    [{ method: "POST", headers: { "transfer-encoding": "gzip, chunked" } }, 400],
    [{ method: "HEAD", url: "/.data", headers: { origin: "" } }, 400],
    [{ method: "HEAD", url: "/.data", headers: { origin: "constructor" } }, 400],
    [{ headers: { origin: "null" } }, undefined],
    [{ headers: { Host: "example.com" } }, 400],
    [{ method: "TRACE" }, 405],
    [{ url: "/a\0b" }, 400],
    [{ url: "/%5C" }, 400],
    [{ url: "/%5c%2F" }, 400],
    [{ url: "/a%00b" }, 400],
    [{ url: `/?q=${"x".repeat(2048)}` }, 414],
    [{ url: `/?${"a=1&".repeat(63)}` }, undefined],
    [{ url: `/?${"a=1&".repeat(64)}` }, 414],
    [{ url: `/search?${"&".repeat(64)}` }, 414],
    [{ url: `/lake/v1/data/query/production?${"&".repeat(255)}` }, undefined],
    [{ url: `/lake/v1/data/query/production?${"&".repeat(256)}` }, 414],
  ])("%o → %s", (fields, status) => expect(rejection(request(fields), options)?.status).toBe(status));
});
