import { describe, expect, it } from "vitest";
import { linkHeader, preferredEncoding } from "./page.ts";

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

const html = (head: string) =>
  Buffer.from(`<html><head>${head}</head><body><link rel="stylesheet" href="/no.css"></body>`);

describe("linkHeader", () => {
  it("lists style sheets and fonts of the head, nothing else", () => {
    const head =
      '<link rel="preload" href="/assets/a.woff2" as="font" type="font/woff2" crossOrigin="anonymous"/>' +
      '<link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/a.js"/><link rel="icon" href="/i.svg"/>';
    expect(linkHeader("text/html; charset=utf-8", html(head))).toBe(
      '</assets/a.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin, </assets/a.css>; rel=preload; as=style',
    );
  });

  it("skips URLs that would end the header or leave the site", () => {
    const head =
      '<link rel="stylesheet" href="/a.css>; rel=x"/><link rel="stylesheet" href="https://evil.example/a.css"/>';
    expect(linkHeader("text/html", html(head))).toBeNull();
    expect(linkHeader("text/x-script", html('<link rel="stylesheet" href="/a.css"/>'))).toBeNull();
  });
});
