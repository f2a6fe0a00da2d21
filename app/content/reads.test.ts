import { expect, it } from "vitest";
import { CACHE_TAGS } from "../platform/cache-control.ts";
import { CLIENT_ADDRESS, PAGE_CACHE } from "../platform/client-address.server.ts";
import { answerWithTags, noteRead, wantsFresh } from "./reads.server.ts";

const request = (headers: Record<string, string> = {}) => new Request("http://localhost/", { headers });

it("says what each of several answers was made of, however they overlap", async () => {
  const answer = (type: string, ms: number) =>
    answerWithTags(request(), async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      noteRead(`*[_type == $type]`, { type });
      return new Response(type, { status: 201, headers: { "x-own": "kept" } });
    });
  const [one, two] = await Promise.all([answer("a", 20), answer("b", 0)]);
  expect([one?.headers.get(CACHE_TAGS), two?.headers.get(CACHE_TAGS)]).toEqual(["type%3Aa", "type%3Ab"]);
  expect([one?.status, one?.headers.get("x-own"), await one?.text()]).toEqual([201, "kept", "a"]);
});

it("says nothing of what read nothing, and notes nothing outside of an answer", async () => {
  noteRead("*");
  expect((await answerWithTags(request(), async () => new Response())).headers.has(CACHE_TAGS)).toBe(false);
});

it("asks past the CDN for the page cache alone", async () => {
  const fresh = async (headers: Record<string, string>) => {
    let wanted = false;
    await answerWithTags(request(headers), async () => {
      wanted = wantsFresh();
      return new Response();
    });
    return wanted;
  };
  const reload = { "cache-control": "no-cache" };
  expect(await fresh({ ...reload, [CLIENT_ADDRESS]: PAGE_CACHE })).toBe(true);
  expect(await fresh({ [CLIENT_ADDRESS]: PAGE_CACHE })).toBe(false);
  expect(await fresh({ ...reload, [CLIENT_ADDRESS]: "192.0.2.1" })).toBe(false);
  expect(wantsFresh()).toBe(false);
});
