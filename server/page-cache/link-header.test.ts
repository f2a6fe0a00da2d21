import { describe, expect, it } from "vitest";
import { linkHeader } from "./link-header.ts";

const html = (head: string) =>
  Buffer.from(`<html><head>${head}</head><body><link rel="stylesheet" href="/no.css"></body>`);

describe("linkHeader", () => {
  it("names style sheets and fonts of the head, nothing else", () => {
    const head =
      '<link rel="preload" href="/assets/a.woff2" as="font" type="font/woff2" crossOrigin="anonymous"/>' +
      '<link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/a.js"/><link rel="icon" href="/i.svg"/>';
    expect(linkHeader("text/html; charset=utf-8", html(head))).toBe(
      '</assets/a.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin, </assets/a.css>; rel=preload; as=style',
    );
  });

  it("leaves out what would end the header or leave the site", () => {
    const head =
      '<link rel="stylesheet" href="/a.css>; rel=x"/><link rel="stylesheet" href="https://evil.example/a.css"/>';
    expect(linkHeader("text/html", html(head))).toBeNull();
    expect(linkHeader("text/x-script", html('<link rel="stylesheet" href="/a.css"/>'))).toBeNull();
  });
});
