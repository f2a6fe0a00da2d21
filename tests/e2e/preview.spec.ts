import { signInContext } from "../support/admins.ts";
import { forget } from "../support/e2e.ts";
import {
  expect,
  SLOW,
  test,
  textField,
  type Locator,
  type Page,
  type StudioSite,
} from "../support/studio.ts";

test.describe.configure({ mode: "default" });

/** The address with which the Studio opens the site. */
const previewAddress = (path: string): string =>
  `/api/preview?${new URLSearchParams({ "sanity-preview-pathname": path })}`;

async function draftAbout(studio: StudioSite, heading: string): Promise<void> {
  const published = await studio.writer.getDocument("aboutPage");
  await studio.writer.createOrReplace({ ...published, _type: "aboutPage", _id: "drafts.aboutPage", heading });
}

const headline = (page: Page) => page.getByRole("heading", { level: 1 });

test("an editor sees drafts and leaves; a visitor sees neither them nor a byte of the preview", async ({
  page,
  studio,
  browser,
}) => {
  await draftAbout(studio, "Not published yet");
  // The rest of the page does not wait for the script of the overlay.
  const isLive = page.locator("html[data-live]");
  await page.route(/\/preview-overlay-/, async (route) => {
    await isLive.waitFor({ state: "attached" });
    await route.continue();
  });
  await signInContext(page.context(), studio.site, "edith@example.com", "editor");
  await page.goto(previewAddress("/about"));
  await expect(page).toHaveURL("/about");
  await expect(isLive).toBeAttached();
  await expect(headline(page)).toHaveText("Not published yet");
  const answer = await page.request.get("/about");
  expect(answer.headers()["cache-control"]).toBe("private, no-store");
  expect(answer.headers()["content-security-policy"]).toContain("frame-ancestors 'self'");
  const data = await page.request.get("/about.data");
  expect(await data.text()).toContain("Not published yet");
  expect(data.headers()["x-shows-drafts"]).toBeUndefined();
  const newest = await studio.writer.fetch<{ _type: string; slug: object }>("*[_type == 'post'][0]");
  const slug = { ...newest.slug, current: "dated-ahead" };
  const publishedAt = new Date(Date.now() + 86_400_000).toISOString();
  await studio.writer.create({ ...newest, _id: "dated-ahead", slug, publishedAt, title: "Dated ahead" });
  expect(await (await page.request.get("/blog/dated-ahead")).text()).toContain("Dated ahead");
  expect(await (await page.request.get("/blog")).text()).toContain("Dated ahead");

  const visitor = await browser.newPage();
  const scripts: string[] = [];
  visitor.on("request", (request) => scripts.push(request.url()));
  const page0 = await visitor.goto(`${studio.site.origin}/about`, { waitUntil: "networkidle" });
  await expect(headline(visitor)).not.toHaveText("Not published yet");
  expect((await visitor.request.get(`${studio.site.origin}/blog/dated-ahead`)).status()).toBe(404);
  const html = (await page0?.text()) ?? "";
  expect(html).not.toContain("data-sanity");
  expect(html).not.toContain("preview");
  expect(page0?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(scripts.filter((url) => /preview|overlay/.test(url))).toEqual([]);
  await visitor.close();

  // Outside the Studio a picture leads where its card does.
  await page.goto("/");
  await page.locator("main article .picture").first().click({ force: true });
  await expect(page).toHaveURL(/\/portfolio\/./);
  // The header is a visitor's.
  const signOut = page.getByRole("banner").getByText("Sign out");
  await expect(signOut).toHaveCount(0);
  await page.getByRole("button", { name: "Exit preview" }).click();
  await page.goto("/about");
  await expect(signOut).not.toHaveCount(0);
  await expect(headline(page)).not.toHaveText("Not published yet");
  await studio.writer.delete("drafts.aboutPage");
});

test("in the Studio the page stands beside its form, follows what is typed, and opens what is clicked", async ({
  page,
  studio,
  troubles,
}) => {
  await signInContext(page.context(), studio.site);
  // Preview loses the answer to its first query when a live event comes before it, and stays on its spinner: a message that a visitor
  // sends meanwhile is none.
  await page.route(/fetch-vercel-bypass/, async (route) => {
    await studio.writer.createOrReplace({ _id: "contact.meanwhile", _type: "note" });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto("/studio/presentation?preview=/about");
  const frame = page.frameLocator("iframe").first();
  await expect(frame.getByRole("heading", { level: 1 })).toBeVisible(SLOW);
  await expect(frame.locator("sanity-visual-editing")).toBeAttached(SLOW);
  await frame.getByText("Our mission").locator("..").locator("p").click(SLOW);
  const mission = await textField(page, "mission");
  await mission.fill("Typed in the Studio, seen beside it.");
  await expect(frame.getByText("Typed in the Studio, seen beside it.")).toBeVisible(SLOW);
  const visitor = await page.request.get("/about", { headers: { cookie: "" } });
  expect(await visitor.text()).not.toContain("Typed in the Studio");
  await studio.writer.delete({ query: `*[_id in ["drafts.aboutPage", "contact.meanwhile"]]` });
  // On a busy machine the Studio says so while the overlay is still on its way; above it has arrived.
  forget(troubles, "Unable to connect to visual");
});

test("a click in the preview opens the field of a button, a menu entry, a picture and a link of the footer", async ({
  page,
  studio,
  troubles,
}) => {
  await page.setViewportSize({ width: 2_400, height: 1_000 });
  await signInContext(page.context(), studio.site);
  const frame = page.frameLocator("iframe").first();
  const start = async () => {
    await page.goto("/studio/presentation?preview=/");
    await expect(frame.locator("sanity-visual-editing")).toBeAttached(SLOW);
  };
  await start();
  const shown = () => frame.locator(":root").evaluate(() => location.pathname);
  // The Studio's panes are still being arranged after the first clicks, and a click before the overlay is ready follows the link.
  const opens = (clicked: Locator, path: string, field: Locator) =>
    expect(async () => {
      if ((await shown()) !== "/") await start();
      await clicked.click({ timeout: 5_000 });
      await expect(page).toHaveURL(new RegExp(`/presentation/${path}(?:[/?]|$)`), { timeout: 5_000 });
      await expect(field).toBeInViewport({ timeout: 10_000 });
    }).toPass(SLOW);
  const field = (name: string) => page.getByTestId(`field-${name}`);
  await opens(frame.locator("main .ways a").first(), "homePage/.*/primaryCta", field("primaryCta"));
  const menu = frame.getByRole("navigation", { name: "Main" });
  await opens(menu.getByRole("link", { name: "Portfolio" }), "look/.*/navigation", field("navigation"));
  const uploaded = page.getByRole("img", { name: "Preview of uploaded image" });
  await opens(frame.locator("main article .picture").first(), "project/.*/image", uploaded);
  const footer = frame.getByRole("contentinfo");
  await opens(footer.getByRole("link", { name: "Machine Learning" }), "pageService/.*/title", field("title"));
  forget(troubles, "Unable to connect to visual");
});

test("a release is seen in the preview as it will be, and published whole", async ({
  page,
  studio,
  troubles,
}) => {
  const { releases } = studio.writer;
  await releases.create({ releaseId: "rSpring", metadata: { title: "Spring", releaseType: "asap" } });
  for (const id of ["aboutPage", "pageIntro-services"]) {
    const published = await studio.writer.fetch<{ _type: string }>("*[_id == $id][0]", { id });
    await studio.writer.create({ ...published, _id: `versions.rSpring.${id}`, heading: `Spring ${id}` });
  }
  await signInContext(page.context(), studio.site, "edith@example.com", "editor");
  await page.goto("/studio/presentation?preview=/about&perspective=rSpring");
  const frame = page.frameLocator("iframe").first();
  const heading = frame.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Spring aboutPage", SLOW);
  const drafts = page.getByTestId("release-drafts");
  // On a busy machine the menu closes again while the preview is still loading.
  await expect(async () => {
    const menu = page.getByTestId("studio-navbar").getByTestId("global-perspective-menu-button");
    if (!(await drafts.isVisible())) await menu.click({ timeout: 5_000 });
    await drafts.click({ timeout: 5_000 });
  }).toPass(SLOW);
  await expect(heading).not.toHaveText("Spring aboutPage", SLOW);
  const visitor = async (path: string) => (await page.request.get(path, { headers: { cookie: "" } })).text();
  expect(await visitor("/about")).not.toContain("Spring aboutPage");

  await page.goto("/studio/releases/rSpring");
  const run = page.getByRole("dialog").getByRole("button", { name: "Run release" });
  // A click while the Studio still checks the documents goes nowhere.
  await expect(async () => {
    if (!(await run.isVisible())) await page.getByTestId("publish-all-button").click({ timeout: 5_000 });
    await expect(run).toBeVisible({ timeout: 3_000 });
  }).toPass(SLOW);
  await run.click(SLOW);
  await expect.poll(() => visitor("/about"), SLOW).toContain("Spring aboutPage");
  await expect.poll(() => visitor("/services"), SLOW).toContain("Spring pageIntro-services");
  forget(troubles, "Unable to connect to visual");
});
