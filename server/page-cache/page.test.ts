import { describe, expect, it } from "vitest";
import { preferredEncoding } from "./page.ts";

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
