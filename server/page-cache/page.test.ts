import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { encode, preferredEncoding, sendEncoded } from "./page.ts";

describe("preferredEncoding", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["*", "br"],
    ["br;q=0.5, gzip", "gzip"],
    ["br;q=0, *", "gzip"],
    ["br;q=0, gzip;q=0", "identity"],
    ["identity;q=1, br;q=0.2", "identity"],
    ["identity;q=0, gzip;q=0.1", "gzip"],
    ["BR", "br"],
    ["deflate", "identity"],
    ["identity;q=0, *;q=0", "identity"],
    ["br;q=nonsense", "identity"],
    ["x".repeat(10_000), "identity"],
  ])("%s: %s", (header, encoding) => {
    expect(preferredEncoding(header)).toBe(encoding);
  });
});

describe("sendEncoded", () => {
  const body = Buffer.from("a page");
  const encoded = encode({ br: body, gzip: body, identity: body }, []);
  const { etag } = encoded.identity;

  it.each([
    [undefined, 200],
    ['"another"', 200],
    [etag, 304],
    [`W/${etag}`, 304],
    [`"another", ${etag}`, 304],
    ["*", 304],
  ])("If-None-Match %s: %i", (known, status) => {
    const sent: number[] = [];
    const response = { writeHead: (code: number) => (sent.push(code), response), end: () => response };
    const headers = known === undefined ? {} : { "if-none-match": known };
    sendEncoded({ headers } as IncomingMessage, response as unknown as ServerResponse, encoded);
    expect(sent).toEqual([status]);
  });
});
