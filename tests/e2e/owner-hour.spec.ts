import { anotherBrowser, expectAccessible, expectReadableInTheDark } from "../support/e2e.ts";
import { agree, success, toPayment } from "../support/order-page.ts";
import { mailedLinks } from "../support/site.ts";
import {
  addItem,
  chooseFromMenu,
  expect,
  openDocument,
  publishUntil,
  SLOW,
  test,
  textField,
  type,
  visitorSees,
  watch,
  type Page,
  type StudioSite,
} from "../support/studio.ts";

test.describe.configure({ mode: "default" });
test.use({ ownSite: true });

// What an owner does in the first hour, with the Studio alone: no restart, no code.

/** Opens the form of a new document from the list of its type. */
async function createDocument(page: Page, type: string): Promise<void> {
  await page.goto(`/studio/intent/create/type=${type}`);
  await expect(page.getByTestId("document-panel-scroller").first()).toBeVisible(SLOW);
}

const titles = (studio: StudioSite, type: string) =>
  studio.writer.fetch<string[]>('*[_type == $type && !(_id in path("drafts.**"))].title', { type });

/** Returns the path of the invitation that was mailed. */
async function invitationOf({ site }: StudioSite): Promise<string> {
  const find = () => mailedLinks(site.dataDir, "/login/invitation")[0] ?? "";
  await expect.poll(find, SLOW).not.toBe("");
  return find();
}

const LOGO = {
  name: "quay.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#7a1f5c"/></svg>',
  ),
};

/** Returns this time of tomorrow as the Studio writes it. */
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16).replace("T", " ");

test("an owner makes the site theirs", async ({ page, studio, browser }) => {
  page.setDefaultTimeout(60_000);
  const seen = (path: string, words: string) => async () =>
    (await visitorSees(studio.site, path)).includes(words);
  await test.step("company", async () => {
    await openDocument(page, studio, "siteSettings");
    await (await textField(page, "companyName")).fill("Quay & Co. Advisers");
    await publishUntil(page, seen("/about", "Quay &amp; Co. Advisers, home"));
  });

  await test.step("a page of their own", async () => {
    await createDocument(page, "page");
    await (await textField(page, "title")).fill("How we work");
    await page.getByTestId("field-slug").getByRole("button", { name: "Generate" }).click();
    await addItem(page, "sections", "Text", async (item) => {
      await item.locator("[contenteditable=true]").pressSequentially("Six weeks to the first release.");
    });
    await addItem(page, "sections", "Services", (item) => type(item, "Heading", "What we do"));
    await addItem(page, "sections", "Form", (item) => type(item, "Heading", "Write to us"));
    await publishUntil(page, seen("/how-we-work", "Six weeks to the first release."));
  });

  await test.step("logo, color, font and a link to the page", async () => {
    await openDocument(page, studio, "look");
    await expect(page).toHaveTitle(/Quay & Co\. Advisers$/);
    await expect(page.locator("#logoShowsName")).toBeChecked();
    const accent = await textField(page, "accentColor");
    await page.locator("input[type=file]").first().setInputFiles(LOGO);
    await expect
      .poll(() => studio.writer.fetch(`defined(*[_id == "drafts.look"][0].logo.asset)`), SLOW)
      .toBe(true);
    // The disc is plum: 2.1:1 on a dark screen.
    await page.getByRole("group").getByTestId("input-validation-icon-warning").first().hover(SLOW);
    await expect(page.getByText(/too dark for dark screens and share pictures/).first()).toBeVisible(SLOW);
    await accent.fill("#7a1f5c");
    await page.getByTestId("field-font").getByRole("radio", { name: "Figtree" }).click();
    await page.getByTestId("group-tab-navigation").click();
    await addItem(page, "navigation", "", async (link) => {
      await type(link, "Label", "Our method");
      await link.getByRole("combobox").fill("How we");
      await page
        .getByRole("option", { name: /How we work/ })
        .or(page.getByRole("button", { name: /How we work/ }))
        .first()
        .click(SLOW);
    });
    await publishUntil(page, seen("/about", "Our method"));
    const html = await visitorSees(studio.site, "/about");
    expect(html).toContain("#7a1f5c");
    expect(html).toContain("figtree");
    await expect
      .poll(() => visitorSees(studio.site, "/about"))
      .toMatch(/<header[^>]*>.*?<img[^>]*\.svg[^>]*logo-plate/s);
  });

  await test.step("an announcement right below the bar", async () => {
    await studio.writer
      .patch("look")
      .set({ announcement: { text: "Closed on Friday" } })
      .commit();
    const visitor = await anotherBrowser(browser, { baseURL: studio.site.origin });
    const there = await visitor.newPage();
    await expect.poll(seen("/about", "Closed on Friday")).toBe(true);
    await there.goto("/about");
    const announcement = there.getByRole("complementary", { name: "Announcement" });
    const isBelowBar = await announcement.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const above = document.elementsFromPoint(innerWidth / 2, top - 4);
      return above.find((one) => !one.closest("header")) === element;
    });
    expect(isBelowBar).toBe(true);
    await visitor.close();
  });

  await test.step("a redirect", async () => {
    await openDocument(page, studio, "redirects");
    await addItem(page, "list", "", async (redirect) => {
      await type(redirect, "Old address", "/method");
      await type(redirect, "New address", "/how-we-work");
    });
    await publishUntil(page, seen("/method", "Six weeks to the first release."));
    const { status } = await fetch(`${studio.site.origin}/method`, { redirect: "manual" });
    expect(status).toBe(301);
  });

  await test.step("a price", async () => {
    await openDocument(page, studio, "orderService;orderService-websiteDevelopment");
    await page.getByTestId("field-priceCents").getByRole("textbox").fill("613");
    await publishUntil(page, seen("/contract", "$613.00"));
  });

  await test.step("another policy, while a client is ordering", async () => {
    const client = await anotherBrowser(browser, { baseURL: studio.site.origin });
    const theirs = await client.newPage();
    await toPayment(theirs, studio.site.origin, ["domainSetup"], "client@example.com");
    await agree(theirs);
    await studio.writer
      .patch("legalPage-policy")
      .set({ "body[0].children[0].text": "1. What is new" })
      .commit();
    await expect.poll(seen("/policy", "1. What is new")).toBe(true);
    const submit = () => theirs.getByRole("button", { name: "Submit order" }).click();
    await submit();
    await expect(theirs.getByText("The policy has changed. Please read it and agree again.")).not.toHaveCount(
      0,
    );
    await expect(theirs.getByRole("heading", { name: "1. What is new" })).toBeVisible();
    await expect(theirs.getByLabel(/I have read the policy/)).not.toBeChecked();
    await agree(theirs);
    await submit();
    await success(theirs);
    await client.close();
  });

  await test.step("a post for tomorrow", async () => {
    await openDocument(page, studio, "post;post-the-monday-question");
    await chooseFromMenu(page, page.getByTestId("action-menu-button"), /Duplicate/);
    await expect(page).not.toHaveURL(/the-monday-question/, SLOW);
    await (await textField(page, "title")).fill("What we do tomorrow");
    await page.getByTestId("field-slug").getByRole("button", { name: "Generate" }).click();
    const date = await textField(page, "publishedAt");
    await date.fill(tomorrow());
    await date.press("Tab");
    await publishUntil(page, async () => (await titles(studio, "post")).includes("What we do tomorrow"));
    expect(await visitorSees(studio.site, "/blog")).not.toContain("What we do tomorrow");
    expect(await visitorSees(studio.site, "/blog/what-we-do-tomorrow")).toContain("Error <!-- -->404");
  });

  await test.step("an editor, who edits and sees no submission", async () => {
    await page.goto("/admin/people");
    await page.getByLabel("Email").fill("eve@example.com");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect(page.getByRole("rowheader", { name: "eve@example.com" })).toBeVisible();
    const link = await invitationOf(studio);
    const eve = await anotherBrowser(browser, { baseURL: studio.site.origin });
    const troubles = watch(eve, studio.site.origin);
    const hers = await eve.newPage();
    await hers.goto(link);
    for (const label of ["New password", "Repeat the new password"])
      await hers.getByLabel(label, { exact: true }).fill("a fresh start in november");
    await hers.getByRole("button", { name: "Save and sign in" }).click();
    await expect(hers).toHaveURL(/\/studio/, SLOW);
    await hers.goto("/studio/structure/aboutPage");
    await (await textField(hers, "heading")).fill("Written by Eve");
    await publishUntil(hers, seen("/about", "Written by Eve"));
    await expect(hers.getByText("Testimonials", { exact: true })).toBeVisible();
    for (const list of ["Unpublished changes", "Bin"])
      await expect(hers.getByText(list, { exact: true })).toBeVisible();
    for (const list of [
      "Contact messages",
      "Questionnaires",
      "Contracts",
      "Coupons",
      "Invoices",
      "Stored files",
    ])
      await expect(hers.getByText(list, { exact: true })).toHaveCount(0);
    await expect(hers.getByTestId("studio-navbar")).not.toContainText("Vision");
    await hers.goto("/studio/structure/contract");
    await expect(hers.getByTestId("studio-navbar")).toBeVisible(SLOW);
    await expect(hers.getByText(/^New \(/)).toHaveCount(0);
    await hers.getByRole("link", { name: "Start" }).click();
    await expect(hers.getByText("Recently edited")).toBeVisible(SLOW);
    await expect(hers.getByText("New submissions")).toHaveCount(0);
    expect(troubles).toEqual([]);
    await hers.goto("/admin");
    await expect(hers).toHaveURL("/?notice=not-an-admin");
    await eve.close();
  });

  await test.step("the page, as visitors find it", async () => {
    const visitor = await anotherBrowser(browser, { baseURL: studio.site.origin });
    const there = await visitor.newPage();
    await there.goto("/how-we-work");
    await expectAccessible(there);
    await expectReadableInTheDark(there);
    await there.getByRole("button", { name: "Send Message" }).click();
    await expect(there.getByText("Name is required")).toBeVisible();
    await expect(there).toHaveURL("/how-we-work");
    await visitor.close();
    const plain = await anotherBrowser(browser, { baseURL: studio.site.origin, javaScriptEnabled: false });
    const form = await plain.newPage();
    await form.goto("/how-we-work");
    await form.getByLabel("Message").fill("We have a boat.");
    await form.getByRole("button", { name: "Send Message" }).click();
    await expect(form).toHaveURL("/contact#contact-result");
    await expect(form.getByText("Email is required")).toBeVisible();
    await expect(form.getByLabel("Message")).toHaveValue("We have a boat.");
    await plain.close();
  });
});
