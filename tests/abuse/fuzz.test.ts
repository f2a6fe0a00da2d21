import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { opened } from "../support/opened.ts";
import type { RawRequest } from "../support/raw-request.ts";
import { openAbusedSite } from "./abused-site.ts";
import { targetOf } from "./attacks.ts";
import { hostilePicture, hostilePost, hostileRequest } from "./hostile.ts";

// Random requests to every public URL. Each run: no 5xx, a visitor is served meanwhile, and the process is not replaced.
// ABUSE_RUNS and ABUSE_SEED set the number of requests and the seed.

const numRuns = Number(process.env.ABUSE_RUNS ?? 150);
const seed = Number(process.env.ABUSE_SEED ?? 20_261_122);

const abused = opened(openAbusedSite);

let callers = 0;
/** Each from its own IP, so that no rate limit interferes. */
const nextCaller = () => `10.${(++callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;

const withstood = (requests: fc.Arbitrary<RawRequest>, runs = numRuns) => {
  const withstands = fc.asyncProperty(requests, async (request) => {
    const answer = await abused.attempt(request, nextCaller());
    expect(String(answer?.headers["set-cookie"])).not.toContain("evil");
  });
  return fc.check(withstands, { seed, numRuns: runs });
};

describe("whatever is sent, the next visitor is served", () => {
  test("addresses, parameters, headers and cookies", async () => {
    expect(fc.defaultReportMessage(await withstood(hostileRequest))).toBeUndefined();
  });
  test("forms and other bodies", async () => {
    expect(fc.defaultReportMessage(await withstood(hostilePost, 2 * numRuns))).toBeUndefined();
  });
  test("pictures", async () => {
    const { picture } = await targetOf(abused);
    expect(fc.defaultReportMessage(await withstood(hostilePicture(picture)))).toBeUndefined();
  });
});
