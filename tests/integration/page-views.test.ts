import { serveLake } from "lakelet/testing";
import { afterEach, expect, test } from "vitest";
import { createPageViewStore } from "../../app/site/analytics.server.ts";
import { opened } from "../support/opened.ts";

const DAY = "2026-11-21";
const ID = `pageView.${DAY}`;

const lake = opened(serveLake);
afterEach(() => lake.client.delete(ID));

async function stored(): Promise<Record<string, number>> {
  const document = await lake.client.getDocument<{ paths: { path: string; views: number }[] }>(ID);
  return Object.fromEntries((document?.paths ?? []).map(({ path, views }) => [path, views]));
}

test("sums grow in one document a day, which visitors cannot read", async () => {
  const add = createPageViewStore(lake.store);
  await add(DAY, new Map([["/", 2]]));
  await add(
    DAY,
    new Map([
      ["/", 1],
      ['/blog/it\'s "quoted"', 4],
    ]),
  );
  expect(await stored()).toEqual({ "/": 3, '/blog/it\'s "quoted"': 4 });
  expect(await lake.client.getDocument(ID)).toMatchObject({ _type: "pageViewDay", day: DAY });
  const visitor = lake.client.withConfig({ token: "", perspective: "published" });
  expect(await visitor.fetch("count(*[_type == 'pageViewDay'])")).toBe(0);
});

test("of two processes that add at once none overwrites the other", async () => {
  const add = createPageViewStore(lake.store);
  await add(DAY, new Map([["/", 1]]));
  const attempts = await Promise.allSettled([
    add(DAY, new Map([["/", 10]])),
    add(DAY, new Map([["/", 100]])),
  ]);
  const kept = attempts.reduce(
    (sum, { status }, index) => sum + (status === "fulfilled" ? [10, 100][index]! : 0),
    1,
  );
  expect(await stored()).toEqual({ "/": kept });
  expect(kept).toBeGreaterThan(1);
});
