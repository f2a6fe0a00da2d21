import { anotherBrowser, expectAccessible, expectReadableInTheDark, forget } from "../support/e2e.ts";
import {
  addItem,
  chooseFromMenu,
  expect,
  openDocument,
  publishUntil,
  SLOW,
  test,
  type,
  visitorSees,
  watch,
  type Page,
} from "../support/studio.ts";

test.describe.configure({ mode: "default" });
test.use({ ownSite: true });

/** Scripts of sections that the seeded home page has none of. */
const LATE = /\/assets\/(?:written|form)-section-/;

const headings = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();

test("an owner removes, hides, repeats, moves and adds sections of the home page", async ({
  page,
  studio,
  browser,
}) => {
  page.setDefaultTimeout(60_000);
  const visitor = await anotherBrowser(browser, { baseURL: studio.site.origin });
  const troubles = watch(visitor, studio.site.origin);
  const there = await visitor.newPage();
  const scripts: string[] = [];
  there.on("request", (request) => LATE.test(request.url()) && scripts.push(request.url()));
  const open = async () => {
    await there.goto("/");
    await expect(there.locator("html[data-live]")).toBeAttached();
  };

  await test.step("the seed has the specified order", async () => {
    await open();
    expect(await headings(there)).toEqual([
      "Five things we do well",
      "Work that is still in use",
      "What clients say afterwards",
      "What good data is worth",
      "Tell us what is in the way",
    ]);
    expect(scripts).toEqual([]);
  });

  await test.step("in the Studio", async () => {
    await openDocument(page, studio, "homePage");
    const list = page.getByTestId("field-sections");
    // The Studio makes rows of what is in sight alone.
    await list
      .getByRole("button", { name: /^Add item/ })
      .last()
      .scrollIntoViewIfNeeded(SLOW);
    const menuOf = (index: number) => list.getByTestId("array-item-menu-button").nth(index);
    const drafted = async () =>
      (await studio.writer.fetch<string[] | null>(`*[_id == "drafts.homePage"][0].sections[]._type`)) ?? [];
    await chooseFromMenu(page, menuOf(3), /Duplicate/, async () => (await drafted()).length === 6);
    // The copy opens.
    const item = page.getByRole("dialog");
    const close = async () => {
      await item.getByRole("button", { name: "Close dialog" }).click();
      await expect(item).toHaveCount(0);
    };
    await type(item, "Heading", "What we counted last year");
    await close();
    await chooseFromMenu(page, menuOf(2), /Remove/, async () => (await drafted()).length === 5);
    await list.getByText("Five things we do well").click();
    await item.getByLabel("Hidden").check({ force: true });
    await close();
    await expect(list.getByText("Services, hidden")).toBeVisible(SLOW);
    await addItem(page, "sections", "Text", async (item) => {
      await item.locator("[contenteditable=true]").pressSequentially("Since 2009 on the same quay.");
    });
    await addItem(page, "sections", "Form", (item) => type(item, "Heading", "Write to us"));
    await publishUntil(page, async () =>
      (await visitorSees(studio.site, "/")).includes("Since 2009 on the same quay."),
    );
  });

  await test.step("the page follows, without a word of what is hidden", async () => {
    await open();
    const now = [
      "Work that is still in use",
      "What good data is worth",
      "What we counted last year",
      "Tell us what is in the way",
      "Write to us",
    ];
    expect(await headings(there)).toEqual(now);
    expect(scripts).toHaveLength(2);
    await expect(there.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(there.getByText("Since 2009 on the same quay.")).toBeVisible();
    const { sections } = (await studio.writer.getDocument("homePage")) as unknown as { sections: object[] };
    await studio.writer.patch("homePage").set({ sections: sections.toReversed() }).commit();
    await expect.poll(() => visitorSees(studio.site, "/")).toMatch(/Write to us.*Work that is still in use/s);
    await open();
    expect(await headings(there)).toEqual(now.toReversed());
    const search = await visitorSees(studio.site, "/search?q=same+quay");
    expect(search).toContain('href="/"');
    expect(await visitorSees(studio.site, "/about")).toContain("Tell us what is in the way");
  });

  await test.step("the form works where it stands, with and without scripts", async () => {
    await there.getByRole("button", { name: "Send Message" }).click();
    await expect(there.getByText("Name is required")).toBeVisible();
    forget(troubles, "status of 422");
    await expect(there).toHaveURL("/");
    await expectAccessible(there);
    await expectReadableInTheDark(there);
    const plain = await anotherBrowser(browser, { baseURL: studio.site.origin, javaScriptEnabled: false });
    const form = await plain.newPage();
    await form.goto("/");
    await form.getByLabel("Message").fill("We have a boat.");
    await form.getByRole("button", { name: "Send Message" }).click();
    await expect(form).toHaveURL("/contact#contact-result");
    await expect(form.getByLabel("Message")).toHaveValue("We have a boat.");
    await plain.close();
  });

  await test.step("coming from another page, the sections load", async () => {
    await there.goto("/about");
    await expect(there.locator("html[data-live]")).toBeAttached();
    await there.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
    await expect(there.getByText("Since 2009 on the same quay.")).toBeVisible();
    await expect(there.getByRole("button", { name: "Send Message" })).toBeVisible();
    expect(troubles).toEqual([]);
    await visitor.close();
  });
});
