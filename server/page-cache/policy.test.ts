import { describe, expect, it } from "vitest";
import { FEED, FRESH_PAGE, PRIVATE, PUBLIC_PAGE } from "../../app/platform/cache-control.ts";
import { keepingOf } from "./policy.ts";

const answer = (cacheControl: string | null, init: ResponseInit = {}) => {
  const headers = new Headers(init.headers);
  if (cacheControl !== null) headers.set("cache-control", cacheControl);
  return new Response("x", { ...init, headers });
};
const keeping = (response: Response, hearsChanges = false) => keepingOf(response, { hearsChanges });

describe("keepingOf", () => {
  it("takes its times from the named policies", () => {
    expect(keeping(answer(PUBLIC_PAGE))).toEqual({ fresh: 60_000, stale: 600_000 });
    expect(keeping(answer(FEED))).toEqual({ fresh: 300_000, stale: 3_600_000 });
  });

  it("checks prices before each use, where it does not hear of every change", () => {
    expect(keeping(answer(FRESH_PAGE))).toEqual({ fresh: 0, stale: 0 });
    expect(keeping(answer(FRESH_PAGE), true)).toEqual({ fresh: 60_000, stale: 0 });
  });

  it.each<[string, Response]>([
    ["a private page", answer(PRIVATE)],
    ["a page that says nothing", answer(null)],
    ["a public page for browsers only", answer("public, max-age=60")],
    ["a public page that is not to be stored", answer(`${PUBLIC_PAGE}, no-store`)],
    ["a cookie", answer(PUBLIC_PAGE, { headers: { "set-cookie": "a=b" } })],
    ["a page that differs by cookie", answer(PUBLIC_PAGE, { headers: { vary: "Cookie" } })],
    ["a page that is not there", answer(PUBLIC_PAGE, { status: 404 })],
    ["a redirect in data", answer(PUBLIC_PAGE, { status: 202 })],
    ["an error", answer(PUBLIC_PAGE, { status: 500 })],
  ])("keeps no %s", (_name, response) => {
    expect(keeping(response)).toBeNull();
  });
});
