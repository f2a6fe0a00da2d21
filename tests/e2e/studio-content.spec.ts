import { ada, signInContext } from "../support/admins.ts";
import { expectAccessible } from "../support/e2e.ts";
import { sampleContract, sampleMessage, sampleQuestionnaire } from "../support/sample-submissions.ts";
import {
  chooseFromMenu,
  expect,
  goTo,
  openDocument,
  openLists,
  openMenu,
  publish,
  sharingTest,
  SLOW,
  test,
  textField,
  type StudioSite,
} from "../support/studio.ts";

sharingTest.describe.configure({ mode: "default" });

const statusOf = (studio: StudioSite, id: string) =>
  studio.writer.fetch<string | null>("*[_id == $id][0].adminStatus", { id });

const changesOf = (studio: StudioSite, id: string) =>
  studio.writer.fetch<object[]>(
    '*[_type == "statusChange" && subject == $id] | order(at asc){ from, to, by }',
    { id },
  );

sharingTest(
  "lists of submissions say what is new; the start page leads to the dashboard",
  async ({ page, studio }) => {
    await signInContext(page.context(), studio.site);
    await page.goto("/studio");
    await expect(page).toHaveURL(/\/studio\/start$/, SLOW);
    await expect(page.getByText("Recently edited")).toBeVisible(SLOW);
    await expectAccessible(page, "[data-testid=start-page]");
    const dashboard = page.getByRole("link", { name: "Open the dashboard" });
    await expect(dashboard).toHaveAttribute("href", "/admin");
    const left = page.getByRole("heading", { name: "Still the demo's" });
    const names = page.getByText("Names the demo company: Payee, Address for replies");
    await expect(names).toBeVisible(SLOW);
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: size.height });
    const title = page.getByRole("link").filter({ has: names }).getByText("Payment settings");
    const boxes = async () => [(await title.boundingBox())!, (await names.boundingBox())!] as const;
    await expect(async () => {
      const [above, below] = await boxes();
      expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
    }).toPass();
    await page.setViewportSize(size);
    const count = Number(/\d+/.exec(await left.innerText())?.[0]);
    expect(count).toBeGreaterThan(40);
    await page.getByRole("button", { name: `Show all ${count}` }).click();
    await page.getByRole("button", { name: "Keep post-the-smallest-model" }).click();
    await expect(left).toHaveText(`Still the demo's (${count - 1})`, SLOW);
    await page.getByRole("button", { name: /^Keep all \d+$/ }).click();
    const question = page.getByRole("dialog", { name: /^Keep all \d+ as they are\?$/ });
    await question.getByRole("button", { name: "Keep them" }).click();
    await expect(question).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Keep / })).toHaveCount(0, SLOW);
    await expect(names).toBeVisible();
    const message = sampleMessage(100);
    await studio.writer.create(message);
    await goTo(page, "/studio/structure/contactSubmission");
    const row = page.getByRole("link", { name: message.name });
    await expect(row).toContainText(`New · ${message.email} · Nov`, SLOW);
    await studio.writer.patch(message._id).set({ adminStatus: "closed", suspected: "no-mark" }).commit();
    await expect(row).toContainText(`Closed · Suspected · ${message.email}`, SLOW);
    await studio.writer.delete(message._id);
  },
);

sharingTest(
  "a submission can be read, whatever is written in it, and nothing of it be written but the status",
  async ({ page, studio }) => {
    // Run or asked for, it would be one of the troubles that fail a test.
    const words = "<script>evil()</script><img src=x onerror=evil()>";
    const whole = sampleQuestionnaire(1);
    const sample = {
      ...whole,
      contactInfo: { ...whole.contactInfo, name: words },
      homePage: { ...whole.homePage, mainHeadline: words },
      suspected: "no-mark",
    };
    await studio.writer.createOrReplace(sample);
    await openDocument(page, studio, `clientQuestionnaire;${sample._id}`);
    await expect(page.getByTestId("field-suspected")).toContainText(
      "did not come from this site's form",
      SLOW,
    );
    await page.getByTestId("group-tab-all-fields").click();
    const form = page.getByTestId("document-panel-scroller").first();
    const boxes = form.getByRole("textbox");
    await expect.poll(() => boxes.count(), SLOW).toBeGreaterThan(30);
    expect(
      await boxes.evaluateAll((all) => all.filter((box) => !box.matches(":read-only, :disabled"))),
    ).toEqual([]);
    const values = await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));
    expect(values.filter((value) => value === words)).toHaveLength(2);
    await expect(form).toContainText("No files.");
    const opened = page.context().waitForEvent("page");
    await chooseFromMenu(page, page.getByTestId("action-menu-button"), /Open in the dashboard/);
    await expect(await opened).toHaveURL(`/admin/questionnaires/${sample._id}`);
    await (await opened).close();
  },
);

sharingTest("a status is changed, and who did it is noted", async ({ page, studio }) => {
  const sample = sampleContract(1);
  await studio.writer.createOrReplace(sample);
  await openDocument(page, studio, `contract;${sample._id}`);
  for (const status of ["reviewed", "closed"]) {
    const choice = page.getByRole("radio", { name: new RegExp(status, "i") });
    await choice.click(SLOW);
    await expect.poll(() => statusOf(studio, sample._id), SLOW).toBe(status);
    await expect(choice).toBeChecked(SLOW);
  }
  expect(await changesOf(studio, sample._id)).toEqual([
    { from: "new", to: "reviewed", by: ada.email },
    { from: "reviewed", to: "closed", by: ada.email },
  ]);
});

// It leaves a menu open.
test("neither submissions nor what is there once can be made or thrown away", async ({ page, studio }) => {
  const home = await studio.writer.fetch<{ _type: string }>('*[_id == "homePage"][0]');
  await studio.writer.create({ ...home, _id: "drafts.homePage" });
  await openDocument(page, studio, "homePage");
  await textField(page, "headline");
  await expect(page.getByTestId("action-publish")).toBeVisible(SLOW);
  await openMenu(page, page.getByTestId("action-menu-button"));
  const actions = await page.getByRole("menuitem").allInnerTexts();
  expect(actions).toContain("Schedule publish");
  expect(actions.filter((name) => /duplicate|unpublish|delete/i.test(name))).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByTestId("new-document-button").click();
  const search = page.getByTestId("new-document-button-search-input");
  const offered = page.locator("[data-ui=Popover]").filter({ has: search });
  await expect(offered).toContainText("Testimonial", SLOW);
  const kinds = ["Author", "Figure", "Order service", "Page", "Post", "Project", "Service", "Testimonial"];
  expect((await offered.innerText()).split(/\n+/).filter(Boolean)).toEqual(kinds);
  await studio.writer.delete("drafts.homePage");
});

sharingTest(
  "a changed price is the price of the order form; a wrong one is refused",
  async ({ page, studio }) => {
    await openDocument(page, studio, "orderService;orderService-websiteDevelopment");
    const price = page.getByTestId("field-priceCents").getByRole("textbox");
    await expect(price).toBeEditable(SLOW);
    await expect(price).toHaveValue("500.00");
    await price.fill("613.001");
    await expect(page.getByText("Enter an amount in dollars with at most two decimals")).toBeVisible();
    await expect(page.getByTestId("field-priceCents").getByTestId("input-validation-icon-error")).toBeVisible(
      SLOW,
    );
    await expect(page.getByTestId("action-publish")).toBeDisabled();
    await price.fill("613");
    await publish(page);
    await expect.poll(async () => (await page.request.get("/contract")).text(), SLOW).toContain("$613.00");
  },
);

sharingTest(
  "a picture without a text for those who do not see it is not published",
  async ({ page, studio }) => {
    await openDocument(page, studio, "project;project-archive-search");
    const alt = await textField(page, "image.alt");
    await alt.fill("");
    await expect(page.getByTestId("field-image.alt").getByTestId("input-validation-icon-error")).toBeVisible(
      SLOW,
    );
    await page.getByTestId("action-publish").click({ force: true });
    await expect(page.getByTestId("action-publish")).toBeDisabled(SLOW);
    const alts = await studio.writer.fetch<string[]>('*[_id == "project-archive-search"].image.alt');
    expect(alts[0]).toBeTruthy();
    await alt.fill("A magnifying glass over drawings");
    await publish(page);
  },
);

sharingTest(
  "dragging a row changes the order on the site, by mouse and by keys",
  async ({ page, studio }) => {
    const order = () =>
      studio.writer.fetch<string[]>('*[_type == "pageService"] | order(orderRank asc).title');
    const before = await order();
    await openLists(page, studio);
    await goTo(page, "/studio/structure/pageService");
    const rows = page.locator("[data-rfd-drag-handle-draggable-id]");
    await expect(rows).toHaveCount(5, SLOW);
    await expect(rows).toHaveText(before.map((title) => new RegExp(title)));
    const [from, to] = [await rows.nth(0).boundingBox(), await rows.nth(1).boundingBox()];
    await page.mouse.move(from!.x + 20, from!.y + 10);
    await page.mouse.down();
    await page.mouse.move(from!.x + 20, to!.y + 5, { steps: 8 });
    const said = page.locator("[aria-live=assertive]");
    await expect(said.getByText(/to position 2/)).toBeAttached(SLOW);
    await page.mouse.up();
    // From here on the list shows what is stored.
    await expect(page.getByText("1 document reordered")).toBeVisible(SLOW);
    const swapped = [before[1], before[0], ...before.slice(2)];
    await expect.poll(order, SLOW).toEqual(swapped);
    await expect(rows).toHaveText(
      swapped.map((title) => new RegExp(title ?? "")),
      SLOW,
    );
    await rows.nth(1).focus();
    await page.keyboard.press("Space");
    await expect(said.getByText(/lifted an item in position 2/)).toBeAttached(SLOW);
    await page.keyboard.press("ArrowUp");
    await expect(said.getByText(/to position 1/)).toBeAttached(SLOW);
    await page.keyboard.press("Space");
    await expect.poll(order, SLOW).toEqual(before);
  },
);

sharingTest("a copy stands behind its original, with a rank of its own", async ({ page, studio }) => {
  const services = () =>
    studio.writer.fetch<{ _id: string; title: string; orderRank: string }[]>(
      `*[_type == "pageService" && (title == "Data Analytics" || !(_id in path("drafts.**")))]
        | order(orderRank asc){ _id, title, orderRank }`,
    );
  const titles = (await services()).map(({ title }) => title);
  await openDocument(page, studio, "pageService;pageService-data-analytics");
  await chooseFromMenu(
    page,
    page.getByTestId("action-menu-button"),
    /Duplicate/,
    async () => (await services()).length > titles.length,
  );
  const after = await services();
  const at = titles.indexOf("Data Analytics");
  // On a busy machine the menu is pressed again, and the copy copied.
  const copies = after.slice(at + 1, at + 1 + after.length - titles.length);
  const copied = copies.map(() => "Data Analytics");
  expect(after.map(({ title }) => title)).toEqual(titles.toSpliced(at, 0, ...copied));
  expect(after[at]?._id).toBe("pageService-data-analytics");
  expect(new Set(after.map(({ orderRank }) => orderRank)).size).toBe(after.length);
  await openLists(page, studio);
  await studio.writer.delete({ query: "*[_id in $ids]", params: { ids: copies.map(({ _id }) => _id) } });
});

sharingTest(
  "beside a page stands how it will be found and shared, while it is written",
  async ({ page, studio }) => {
    await openDocument(page, studio, "aboutPage");
    await page.getByTestId("group-tab-seo").click(SLOW);
    await (await textField(page, "seo.title")).fill("Found like this");
    await page.getByText("How it is found").click();
    const title = page.getByText("Found like this | Harborlight Technology Consulting");
    await expect(title).toHaveCount(2, SLOW);
    await expect(page.getByText("Picture: drawn with the page's heading")).toBeVisible();
    const shared = page.getByTestId("seo-view").locator("img").last();
    await expect.poll(() => shared.evaluate((img: HTMLImageElement) => img.naturalWidth), SLOW).toBe(1200);
    await expectAccessible(page, "[data-testid=seo-view]");
    await studio.writer.delete("drafts.aboutPage");
  },
);

sharingTest("a new coupon gets an id that nobody can list", async ({ page, studio }) => {
  const coupons = () =>
    studio.writer.fetch<object[]>('*[_type == "coupon"]{ _id, code, percentOff, active }');
  const coupon = { code: "SPRING-10", percentOff: 10, active: true };
  await openLists(page, studio);
  await goTo(page, "/studio/structure/coupon");
  await page.getByRole("button", { name: "New coupon" }).click(SLOW);
  await (await textField(page, "code")).fill(coupon.code);
  await page.getByTestId("field-percentOff").getByRole("spinbutton").fill("10");
  await expect
    .poll(coupons, SLOW)
    .toEqual([{ _id: expect.stringMatching(/^drafts\.coupon\.[0-9a-f-]{36}$/), ...coupon }]);
  // A click while what was typed last is still being looked at goes nowhere.
  await expect(async () => {
    await page.getByTestId("action-publish").click();
    await expect
      .poll(coupons, { timeout: 8_000 })
      .toEqual([{ _id: expect.stringMatching(/^coupon\.[0-9a-f-]{36}$/), ...coupon }]);
  }).toPass(SLOW);
  await expect(studio.writer.withConfig({ token: "" }).fetch('count(*[_type == "coupon"])')).rejects.toThrow(
    "Unauthorized",
  );
});
