import { serveLake } from "lakelet/testing";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { blogQuery } from "../../app/pages/blog/query.ts";
import { watchDuePosts } from "../../server/page-cache/due-posts.ts";
import { page, serve } from "../support/cached-site.ts";
import { opened } from "../support/opened.ts";
import { WAIT } from "../support/timeouts.ts";

const lake = opened(() => serveLake());
const MINUTE_MS = 60_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

test("a cached list shows an article dated ahead once its date has come", async () => {
  const slug = { current: "ahead" };
  await lake.writer.create({
    _id: "ahead",
    _type: "post",
    title: "Ahead",
    slug,
    publishedAt: fromNow(60 * MINUTE_MS),
  });
  const { cache, text } = await serve(async () => {
    const { posts } = await lake.reader.fetch<{ posts: { title: string }[] }>(blogQuery, {
      ahead: false,
      from: 0,
      to: 20,
    });
    return page(`Titles: ${posts.map(({ title }) => title).join()}`, "type:post");
  });
  const due = watchDuePosts({
    client: lake.reader,
    purge: (tags) => cache.purge(tags),
    log: pino({ level: "silent" }),
    retryMs: MINUTE_MS,
  });
  try {
    await due.look();
    await cache.warm("/blog");
    // Nothing here tells the cache of the change: only the date can make it show the article.
    await lake.writer
      .patch("ahead")
      .set({ publishedAt: fromNow(2_000) })
      .commit();
    expect(await text("/blog")).toBe("Titles: ");
    await due.look();
    await vi.waitFor(async () => expect(await text("/blog")).toBe("Titles: Ahead"), WAIT);
  } finally {
    due.close();
  }
});
