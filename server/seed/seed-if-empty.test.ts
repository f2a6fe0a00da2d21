import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveLake } from "lakelet/testing";
import type { ServedLake } from "lakelet/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEMO_IDS, UNCHANGED } from "../../app/model/demo.ts";
import { writeFixture } from "../../tests/support/content-fixture.ts";
import { seedIfEmpty } from "./seed-if-empty.ts";

let lake: ServedLake;
let directory: string;
beforeEach(async () => {
  lake = await serveLake();
  directory = await writeFixture();
});
afterEach(async () => {
  await lake.close();
  rmSync(directory, { recursive: true, force: true });
});

const seed = () => seedIfEmpty(lake.client, { directory });
const all = () => lake.client.fetch<string[]>("*[]._id | order(@)", {}, { perspective: "raw" });

test("fills an empty lake; the next start is one query and changes nothing", async () => {
  expect(await seed()).toBe(5);
  expect(await all()).toHaveLength(8);
  await lake.client.patch("siteSettings").set({ companyName: "Mine" }).commit();
  lake.requests.length = 0;
  expect(await seed()).toBe(0);
  expect(lake.requests).toEqual(["GET /lake/v2025-02-19/data/query/production"]);
  expect((await lake.client.getDocument("siteSettings"))?.["companyName"]).toBe("Mine");
});

test("repeats an interrupted import at the next start", async () => {
  const image = join(directory, "images/blue.jpg");
  const whole = readFileSync(image);
  writeFileSync(image, "not an image");
  await expect(seed()).rejects.toThrow(/Invalid image/);
  expect(await all()).toContain("siteSettings");
  writeFileSync(image, whole);
  expect(await seed()).toBe(5);
  const missing = "*[defined(image) && !defined(image.asset) || count(gallery[!defined(asset)]) > 0]._id";
  expect(await lake.client.fetch(missing, {}, { perspective: "raw" })).toEqual([]);
  expect(await all()).not.toContain("seed.import");
  expect(await seed()).toBe(0);
});

test("imports the repository's own seed with every image", async () => {
  expect(await seedIfEmpty(lake.client)).toBeGreaterThan(20);
  const refs = await lake.client.fetch<number>("count(*[references(*[_type == 'sanity.imageAsset']._id)])");
  expect(refs).toBeGreaterThan(10);
  const unchanged = await lake.client.fetch<string[]>(`*[${UNCHANGED}]._id`, { demoIds: DEMO_IDS });
  expect(unchanged.toSorted()).toEqual(DEMO_IDS.toSorted());
});
