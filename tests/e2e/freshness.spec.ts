import { expect, test, siteStore } from "../support/e2e.ts";

// Other tests may read the page meanwhile: the heading keeps the words they look for, and is put back as it was.
test("what an editor publishes is there when the visitor loads the page again, and by a link", async ({
  page,
}) => {
  const editor = await siteStore();
  const id = "pageIntro-get-started";
  const before = await editor.fetch<string>("*[_id == $id][0].heading", { id });
  await page.goto("/get-started");
  await expect(page.getByRole("heading", { level: 1, name: before, exact: true })).toBeVisible();
  try {
    await editor.patch(id).set({ heading: "Three ways to begin today" }).commit();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Three ways to begin today" })).toBeVisible();
    await page.goto("/about");
    await editor.patch(id).set({ heading: "Three ways to begin tomorrow" }).commit();
    await page.getByRole("banner").getByRole("link", { name: "Get Started" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Three ways to begin tomorrow" })).toBeVisible();
  } finally {
    await editor.patch(id).set({ heading: before }).commit();
  }
});
