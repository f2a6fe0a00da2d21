import { expect, expectAccessible, expectReadableInTheDark, siteStore, test } from "../support/e2e.ts";
import { textBlocks } from "../support/text-blocks.ts";

const PATH = "/blog/every-block";

test.beforeEach(async () => {
  const store = await siteStore();
  const { coverImage, author } = await store.fetch<{ coverImage: object; author: object }>(
    `*[_id == "post-the-monday-question"][0]{ coverImage, author }`,
  );
  await store.createOrReplace({
    _id: "post-every-block",
    _type: "post",
    title: "Every block",
    slug: { _type: "slug", current: "every-block" },
    excerpt: "All that a text can hold.",
    coverImage,
    author,
    publishedAt: "2001-01-01T12:00:00Z",
    body: textBlocks(coverImage),
  });
});
test.afterEach(async () => (await siteStore()).delete("post-every-block"));

test("an article shows every block; a video asks its service for nothing before it is played", async ({
  page,
}) => {
  const foreign: string[] = [];
  await page.route(
    (url) => url.hostname !== "localhost",
    (route) => {
      foreign.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<title>Player</title><p>Playing" });
    },
  );
  // The policy of the first page stays in force on all that follow by click.
  await page.goto("/blog");
  await page.getByRole("main").getByRole("link", { name: "Every block" }).click();
  await page.waitForURL(PATH);
  await expect(page.getByRole("columnheader", { name: "Harbor" })).toBeVisible();
  await expect(page.locator("pre .code-keyword").first()).toHaveText("const");
  await expect(page.getByRole("img", { name: "A crane" })).toBeVisible();
  await expect(page.getByRole("note")).toContainText("Mind the gangway.");
  await expectAccessible(page);
  await expectReadableInTheDark(page);
  expect(foreign).toEqual([]);
  await page.getByRole("link", { name: "Play video A day at the lock" }).click();
  await expect(page.frameLocator("iframe").getByText("Playing")).toBeVisible();
  expect(foreign).toEqual(["https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0"]);
  await expect(page.locator("iframe")).toBeFocused();
  await expectAccessible(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a video is a link to it, and code has its colors", async ({ page }) => {
    await page.goto(PATH);
    const still = page.getByRole("link", { name: "Play video A day at the lock" });
    await expect(still).toHaveAttribute("href", "https://www.youtube.com/watch?v=aqz-KE-bpKQ");
    await expect(page.locator("pre .code-keyword").first()).toHaveText("const");
  });
});
