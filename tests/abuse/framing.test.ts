import { describe, expect, test } from "vitest";
import { opened } from "../support/opened.ts";
import { rawBytes, rawHead } from "../support/raw-request.ts";
import { openAbusedSite } from "./abused-site.ts";

const abused = opened(openAbusedSite);

const EVIL = "evil.example";
const form = { "content-type": "application/x-www-form-urlencoded" };

describe("requests that somebody in front may have read differently", () => {
  const own = () => new URL(abused.origin).host;
  const heads: [string, () => string][] = [
    ["two hosts", () => `GET /about HTTP/1.1\r\nHost: ${own()}\r\nHost: ${own()}\r\n\r\n`],
    ["another host first", () => `GET /about HTTP/1.1\r\nHost: ${EVIL}\r\nhost: ${own()}\r\n\r\n`],
    ["another host second", () => `GET /login HTTP/1.1\r\nHost: ${own()}\r\nHOST: ${EVIL}\r\n\r\n`],
    ["no host", () => "GET /about HTTP/1.1\r\n\r\n"],
    ...[
      "Content-Length: 4\r\nContent-Length: 4",
      "Content-Length: 4\r\nContent-Length: 5",
      "Content-Length: 4, 4",
      "Content-Length: +4",
      "Transfer-Encoding: chunked\r\nContent-Length: 4",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
      "Transfer-Encoding: gzip, chunked",
      "Transfer-Encoding: chunked, identity",
      "Transfer-Encoding: identity",
      "Transfer-Encoding : chunked",
    ].map((lines): [string, () => string] => [
      lines.replace("\r\n", " and "),
      () => `${rawHead(abused.origin, "POST /contact", form).trimEnd()}\r\n${lines}\r\n\r\n0\r\n\r\n`,
    ]),
  ];

  test.each(heads)("%s: 400, and nothing that follows is read", async (_name, bytes) => {
    const answer = await rawBytes(abused.origin, `${bytes()}GET /admin HTTP/1.1\r\nHost: ${own()}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });
});
