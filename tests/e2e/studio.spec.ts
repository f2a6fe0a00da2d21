import sharp from "sharp";
import { signInContext } from "../support/admins.ts";
import { expectAccessible } from "../support/e2e.ts";
import {
  chooseFromMenu,
  expect,
  goTo,
  openDocument,
  publish,
  sharingTest,
  SLOW,
  test,
  textField,
} from "../support/studio.ts";

test("signs in with the site's session, and out of the site", async ({ page, studio, troubles }) => {
  await page.goto("/studio");
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fstudio/, SLOW);
  await signInContext(page.context(), studio.site);
  await page.goto("/studio");
  await expect(page.getByTestId("studio-navbar")).toBeVisible(SLOW);
  const userMenu = page
    .getByTestId("user-menu")
    .or(page.getByRole("button", { name: /ada@example.com|user menu/i }));
  await chooseFromMenu(page, userMenu.first(), /sign out/i);
  await expect(page.getByText("Sign in").first()).toBeVisible(SLOW);
  const state = await page.request.get("/api/session");
  expect(await state.json()).toEqual({ user: null, role: null });
  troubles.splice(0);
});

sharingTest("what is published is on the site", async ({ page, studio }) => {
  await openDocument(page, studio, "homePage");
  const headline = await textField(page, "headline");
  await headline.fill("Edited where editors edit");
  await publish(page);
  expect(await studio.writer.getDocument("drafts.homePage")).toBeUndefined();
  await expect.poll(async () => (await page.request.get("/")).text()).toContain("Edited where editors edit");
});

sharingTest(
  "an unfinished word finds titles that begin with it first, and an author for a post",
  async ({ page, studio }) => {
    const quay = { _id: "drafts.post-quay", _type: "post", title: "Machines on the quay" };
    await studio.writer
      .transaction()
      .createOrReplace(quay)
      // Its id comes first and its text says the word more often; its title does not begin with it.
      .createOrReplace({
        _id: "a-machine",
        _type: "project",
        title: "A machine",
        summary: "Machine, machine",
      })
      .commit();
    await signInContext(page.context(), studio.site);
    await page.goto("/studio");
    const open = page
      .getByTestId("studio-navbar")
      .getByRole("button", { name: /search/i })
      .first();
    const words = page.getByPlaceholder(/search/i).last();
    await open.click(SLOW);
    // The Studio closes a search that is opened while its start page still loads.
    await expect(async () => {
      if (!(await words.isVisible())) await open.click();
      await words.fill("zzqqxx", { timeout: 5000 });
      await expect(page.getByText("No results found")).toBeVisible({ timeout: 5000 });
    }).toPass(SLOW);
    const found = page.getByTestId("search-results");
    await words.fill("archiv");
    await expect(found).toContainText("A hundred years of drawings, findable", SLOW);
    await words.fill("machi");
    await expect(found).toContainText(/Machine Learning.*Machines on the quay.*A machine/s, SLOW);
    await words.fill('"the quay"');
    await expect(found).not.toContainText("A machine", SLOW);
    await expect(found).toContainText("Machines on the quay");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/post-quay/, SLOW);
    const author = page.getByRole("combobox", { name: "Author", exact: true });
    await expect(author).toBeVisible(SLOW);
    // The Studio drops what is typed while it still checks what the editor may do.
    await expect(async () => {
      await author.fill("");
      await author.fill("dani", { timeout: 5000 });
      await page.getByRole("option", { name: /^Daniel Okafor/ }).click({ timeout: 5000 });
    }).toPass(SLOW);
    await expect
      .poll(() => studio.writer.fetch("*[_id == $id][0].author->name", { id: quay._id }), SLOW)
      .toBe("Daniel Okafor");
    await studio.writer.delete({ query: "*[_id in $ids]", params: { ids: [quay._id, "a-machine"] } });
  },
);

sharingTest("two tabs edit one document live", async ({ page, studio }) => {
  await openDocument(page, studio, "aboutPage");
  const other = await page.context().newPage();
  await openDocument(other, studio, "aboutPage");
  const [here, there] = [await textField(page, "intro"), await textField(other, "intro")];
  await here.fill("Written in the first tab.");
  await expect(there).toHaveValue("Written in the first tab.", SLOW);
  await there.fill("Answered in the second.");
  await expect(here).toHaveValue("Answered in the second.", SLOW);
  await other.close();
});

sharingTest(
  "publishing asks first while somebody else types",
  async ({ browser, page, studio, viewport }) => {
    await openDocument(page, studio, "aboutPage");
    const here = await textField(page, "intro");
    const others = await browser.newContext({ baseURL: studio.site.origin, viewport });
    await signInContext(others, studio.site, "grace@example.com");
    const other = await others.newPage();
    await other.goto("/studio/structure/aboutPage");
    const there = await textField(other, "intro");
    await there.fill("Half a sen");
    await expect(here).toHaveValue("Half a sen", SLOW);
    await page.getByTestId("action-publish").click(SLOW);
    await expect(page.getByText("This document is being edited by grace@example.com.")).toBeVisible();
    expect(await studio.writer.getDocument("aboutPage")).not.toMatchObject({ intro: "Half a sen" });
    await there.fill("A whole sentence.");
    await expect(here).toHaveValue("A whole sentence.", SLOW);
    await page.getByTestId("confirm-popover-confirm-button").click();
    const published = async () => (await studio.writer.getDocument("aboutPage"))?.["intro"];
    await expect.poll(published, SLOW).toBe("A whole sentence.");
    await others.close();
  },
);

sharingTest("an unpublished post leaves the site, its draft stays", async ({ page, studio }) => {
  const post = await studio.writer.fetch<{ _id: string; title: string }>("*[_type == 'post'][0]{_id, title}");
  await openDocument(page, studio, `post;${post._id}?perspective=published`);
  await page.getByTestId("action-unpublish").click(SLOW);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /unpublish/i })
    .click(SLOW);
  await expect.poll(async () => studio.writer.getDocument(post._id), SLOW).toBeUndefined();
  expect(await studio.writer.getDocument(`drafts.${post._id}`)).toMatchObject({ title: post.title });
  await expect.poll(async () => (await page.request.get("/blog")).text()).not.toContain(post.title);
});

sharingTest("an author whom posts name is not deleted", async ({ page, studio, troubles }) => {
  const query = "*[_type == 'author' && count(*[_type == 'post' && references(^._id)]) > 0][0]._id";
  const author = await studio.writer.fetch<string>(query);
  await openDocument(page, studio, `author;${author}`);
  const dialog = page.getByRole("dialog");
  await chooseFromMenu(page, page.getByTestId("action-menu-button"), /delete/i, () => dialog.isVisible());
  await expect(dialog.getByText(/refers? to/).first()).toBeVisible(SLOW);
  const answered = page.waitForResponse(/\/data\/actions\//);
  await dialog.getByRole("button", { name: "Delete anyway" }).click();
  expect((await answered).status()).toBe(409);
  await expect(page.getByText(/cannot be deleted as there are references to it/).first()).toBeVisible(SLOW);
  expect(troubles.splice(0).join()).toContain("409");
  expect(await studio.writer.getDocument(author)).toBeDefined();
});

sharingTest("a picture is uploaded and given a hotspot", async ({ page, studio }) => {
  await openDocument(page, studio, "homePage");
  await textField(page, "headline");
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#246" } })
    .png()
    .toBuffer();
  const upload = { name: "harbour.png", mimeType: "image/png", buffer };
  await page.locator("input[type=file]").first().setInputFiles(upload);
  await (await textField(page, "heroImage.alt")).fill("A harbour at night");
  await page.getByRole("button", { name: "Open image edit dialog" }).click(SLOW);
  // The circle's handle: dragged towards the middle, the circle becomes smaller than the picture.
  const handle = page.locator("[data-handle='hotspotHandle']");
  await expect(handle).toBeVisible(SLOW);
  await handle.hover();
  await page.mouse.down();
  const { x = 0, y = 0 } = (await handle.boundingBox()) ?? {};
  await page.mouse.move(x - 150, y, { steps: 5 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Close dialog" }).click();
  await publish(page);
  const stored = await studio.writer.fetch<{ hotspot: { width: number } }>(`*[_id == "homePage"][0].heroImage{
    hotspot, alt, "asset": asset->{originalFilename, metadata{dimensions}}
  }`);
  expect(stored).toMatchObject({
    alt: "A harbour at night",
    asset: { originalFilename: "harbour.png", metadata: { dimensions: { width: 900, height: 600 } } },
  });
  expect(stored.hotspot.width).toBeLessThan(0.9);
});

sharingTest("the history goes back to what was published", async ({ page, studio }) => {
  await openDocument(page, studio, "siteSettings");
  const tagline = await textField(page, "tagline");
  const seeded = await tagline.inputValue();
  await tagline.fill("The line to come back to");
  await publish(page);
  await tagline.fill("A line that nobody wants");
  await expect
    .poll(async () => (await studio.writer.getDocument("drafts.siteSettings"))?.tagline, SLOW)
    .toBe("A line that nobody wants");
  const entry = (name: string) => page.getByTestId("timeline-item-button").filter({ hasText: name });
  const menu = page.getByTestId("pane-context-menu-button").first();
  await chooseFromMenu(page, menu, /history/i, () => entry("Created").last().isVisible());
  // The seeded document as it was live, though its draft is shown.
  await entry("Created").last().click(SLOW);
  await expect(tagline).toHaveValue(seeded, SLOW);
  await expect(page.getByText("We couldn't find the document revision selected")).toBeHidden();
  // Newest first; the draft's edits and its beginning come before.
  await entry("Published").first().click(SLOW);
  await page.getByTestId("action-reverttorevision").click(SLOW);
  await page.getByRole("button", { name: "Confirm" }).click(SLOW);
  await expect
    .poll(async () => (await studio.writer.getDocument("drafts.siteSettings"))?.tagline, SLOW)
    .toBe("The line to come back to");
});

sharingTest(
  "a draft is published at the time that was set for it; deleted, it comes back from the bin",
  async ({ page, studio }) => {
    const id = "statistic-later";
    const draft = {
      _id: `drafts.${id}`,
      _type: "statistic",
      value: 7,
      label: "Later",
      orderRank: "0|zzzzzz:",
    };
    await studio.writer.create(draft);
    await openDocument(page, studio, `statistic;${id}`);
    const dialog = page.getByRole("dialog", { name: "Schedule draft for publishing" });
    const menu = page.getByTestId("action-menu-button");
    await chooseFromMenu(page, menu, /schedule publish/i, () => dialog.isVisible());
    const time = dialog.getByRole("textbox");
    const schedule = dialog.getByRole("button", { name: "Schedule", exact: true });
    await time.fill("Jan 1, 2020 09:00");
    await time.blur();
    await expect(dialog).toContainText("Schedule for a future time and date.");
    await expect(schedule).toBeDisabled();
    await time.fill("Jan 1, 2099 09:00");
    await time.blur();
    await schedule.click();
    await expect(dialog).toBeHidden(SLOW);
    const scheduled = () =>
      studio.writer.fetch<{ name: string }[]>('*[_type == "system.release" && state == "scheduled"]{ name }');
    await expect.poll(scheduled, SLOW).toHaveLength(1);
    expect(await studio.writer.getDocument(id)).toBeUndefined();
    const [release] = await scheduled();
    const releaseId = release?.name ?? "";

    await goTo(page, "/studio/structure/unpublished");
    const change = page.getByTestId("unpublished").getByRole("listitem").filter({ hasText: "Publishes " });
    await expect(change).toContainText(/Later.*Figure, .*, by .*Not on the site yet.*Publishes /s, SLOW);
    await expectAccessible(page, "[data-testid=unpublished]");
    await studio.writer.releases.schedule({ releaseId, publishAt: new Date().toISOString() });
    await expect.poll(() => studio.writer.getDocument(id), SLOW).toMatchObject({ label: "Later" });
    // The draft was what is published now.
    expect(await studio.writer.getDocument(`drafts.${id}`)).toBeUndefined();
    await expect(change).toHaveCount(0, SLOW);
    await expect(page.getByTestId("unpublished").getByText("Later")).toHaveCount(0);

    await openDocument(page, studio, `statistic;${id}`);
    const deletion = page.getByRole("dialog").getByRole("button", { name: /delete/i });
    await chooseFromMenu(page, menu, /^delete/i, () => deletion.last().isVisible());
    await deletion.last().click(SLOW);
    await expect.poll(() => studio.writer.getDocument(id), SLOW).toBeUndefined();
    await goTo(page, "/studio/structure/bin");
    const bin = page.getByTestId("bin");
    const deleted = bin.getByRole("listitem").filter({ hasText: "Later" });
    await expect(deleted).toHaveText(/7Later.*Figure, deleted .*, by .*is again at once/s, SLOW);
    await expectAccessible(page, "[data-testid=bin]");
    await bin.getByRole("button", { name: "Restore 7" }).click();
    await expect(deleted).toHaveCount(0, SLOW);
    expect(await studio.writer.getDocument(id)).toMatchObject({ label: "Later" });
  },
);
