import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startHostileSite, type HostileSite } from "../support/hostile-site.ts";

// Ids, slugs, tokens, file names and cursors of strangers on a running site: none of them becomes a part of an address of
// the content store, and none makes the site fail.

let hostile: HostileSite;
beforeAll(async () => {
  hostile = await startHostileSite();
}, 120_000);
afterAll(() => hostile.stop());
afterEach(() => hostile.proxy.clear());

const QUERY = `data/query/production?query=${encodeURIComponent('*[_type=="account"][0].passwordHash')}`;

test.each([
  `x/../../../../${QUERY}`,
  "x/../../../../operate/production/snapshot",
  "6f9619ff-8b86-4d01-b42d-00cf4fc964ff/../../../../operate/production/snapshot",
  "6f9619ff-8b86-4d01-b42d-00cf4fc964ff,account.x",
  "6f9619ff-8b86-4d01-b42d-00cf4fc964ff?includeAllVersions=true",
  "6f9619ff-8b86-4d01-b42d-00cf4fc964ff%2f..",
])("confirming the order %s asks the store nothing", async (submissionId) => {
  const body = new URLSearchParams({ submissionId, offer: "" });
  const { status } = await hostile.ask("/api/order/confirm", { method: "POST", body });
  expect(hostile.proxy.seen.filter((request) => /data\/doc|operate|passwordHash/.test(request))).toEqual([]);
  hostile.expectKnownRequests();
  expect(status).toBe(400);
});
