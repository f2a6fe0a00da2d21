import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { composeEmail } from "../../app/email/render.server.tsx";
import { createEmailBrand } from "../../app/email/site-brand.server.ts";
import { EMAIL_TEMPLATES } from "../../app/model/emails/index.ts";
import { STUDIO_TEXTS } from "../../app/model/text-groups.ts";
import { contentTypes, isPinned } from "../../studio/model/kinds.ts";
import { messageFields, orderFields, questionnaireFields } from "../abuse/abuse-harness.ts";
import { ADMIN_EMAILS } from "../support/admins.ts";
import { sampleCustomPage } from "../support/custom-page.ts";
import { actionResult, cookiesOf, pageToken, postForm } from "../support/form-posts.ts";
import { PUBLIC_PAGES } from "../support/public-pages.ts";
import { lakeClient, lakeTokens, mailedLinks, startSite, type RunningSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";
import { readAccountPages } from "./account-visit.ts";
import { assetDocument, markDocument } from "./marked-content.ts";
import { reference, SECTION_CHOICES, type Choice } from "./section-choices.ts";

// Every field of content that the Studio shows is read by somebody: it is filled in with a word of its own, and the word is found
// on a page or in an email right after.

const root = fileURLToPath(new URL("../..", import.meta.url));
let site: RunningSite;
beforeAll(async () => {
  const google = { GOOGLE_CLIENT_ID: "a-client", GOOGLE_CLIENT_SECRET: "a-secret-of-google" };
  site = await startSite({ env: { ...google, ADMIN_EMAILS } });
});
afterAll(() => site?.stop());

const OTHER_PAGES = [
  "/questionnaire",
  "/contract",
  "/how-we-work",
  "/thank-you",
  "/newsletter",
  "/login",
  "/search?q=care",
  "/no-such-page",
];

const slug = (current: string) => ({ _type: "slug", current });
const OWN_PAGE = reference("page-how-we-work");
const section = (name: string) => `sections[_key=="${name}"]`;

/** Fields that are chosen and not written: another choice changes a page. Document, what is set in it, and the page. */
const CHOICES: Readonly<Record<string, Choice>> = {
  "aboutPage.statistics": ["aboutPage", { statistics: [reference("statistic-uptime")] }, "/about"],
  "orderService.serviceId": ["orderService-serverSetup", { serviceId: "serverMove" }, "/contract"],
  "orderService.kind": ["orderService-domainSetup", { kind: "monthly" }, "/contract"],
  "orderService.active": ["orderService-domainSetup", { active: false }, "/contract"],
  "pageService.orderServices": [
    "pageService-machine-learning",
    { orderServices: [reference("orderService-secureForm")] },
    "/services",
  ],
  "pageService.slug": ["pageService-consulting", { slug: slug("advice") }, "/services"],
  "pageService.icon": ["pageService-consulting", { icon: "cloud" }, "/"],
  "post.slug": ["post-the-smallest-model", { slug: slug("small-models") }, "/blog"],
  "post.author": [
    "post-the-monday-question",
    { author: reference("author-daniel-okafor") },
    "/blog/the-monday-question",
  ],
  "project.slug": ["project-tenant-portal", { slug: slug("front-desk") }, "/portfolio"],
  "siteSettings.contactForm.asksService": ["siteSettings", { "contactForm.asksService": false }, "/contact"],
  "siteSettings.contactForm.questions.kind": [
    "siteSettings",
    { "contactForm.questions": [{ _key: "a", question: "Permit?", kind: "text" }] },
    "/contact",
  ],
  "siteSettings.contactForm.questions.isRequired": [
    "siteSettings",
    { 'contactForm.questions[_key=="a"].isRequired': true },
    "/contact",
  ],
  "siteSettings.features.coupons": ["siteSettings", { "features.coupons": true }, "/contract"],
  "siteSettings.features.customServices": ["siteSettings", { "features.customServices": true }, "/contract"],
  "siteSettings.features.signature": ["siteSettings", { "features.signature": "off" }, "/contract"],
  "siteSettings.offPages": ["siteSettings", { offPages: ["pageIntro-blog"] }, "/terms"],
  "siteSettings.newsletter.footer": ["siteSettings", { "newsletter.footer": false }, "/terms"],
  "look.logoSize": ["look", { logoSize: "large" }, "/terms"],
  "look.logoShowsName": ["look", { logoShowsName: false }, "/terms"],
  "look.showsDrawings": ["look", { showsDrawings: false }, "/terms"],
  "look.font": ["look", { font: "figtree" }, "/terms"],
  "look.navigation.page": [
    "look",
    { navigation: [{ _key: "a", label: "Method", page: OWN_PAGE }] },
    "/terms",
  ],
  "look.button.page": ["look", { button: { label: "Method", page: OWN_PAGE } }, "/terms"],
  "look.footerLinks.page": [
    "look",
    { footerLinks: [{ _key: "a", label: "Ways", page: OWN_PAGE }] },
    "/terms",
  ],
  "look.announcement.link.page": [
    "look",
    { "announcement.link": { label: "Method", page: OWN_PAGE } },
    "/terms",
  ],
  "look.announcement.from": ["look", { "announcement.from": "2100-01-01T00:00:00Z" }, "/terms"],
  "look.announcement.until": [
    "look",
    { "announcement.from": null, "announcement.until": "2100-01-01T00:00:00Z" },
    "/terms",
  ],
  "page.sections.pictureSection.side": [
    "page-how-we-work",
    { [`${section("picture")}.side`]: "right" },
    "/how-we-work",
  ],
  "page.sections.formSection.form": [
    "page-how-we-work",
    { [`${section("letter")}.form`]: "contact" },
    "/how-we-work",
  ],
  // Last: others change a section that is shown.
  ...SECTION_CHOICES,
  "page.slug": ["page-how-we-work", { slug: slug("our-method") }, "/how-we-work"],
};

/** Fields that neither a mark nor a choice shows here, by their beginning, and the test that does. */
const TESTED_ELSEWHERE: Readonly<Record<string, string>> = {
  "consentTexts.": "app/site/changed-words.test.tsx",
  "errorTexts.": "app/site/changed-words.test.tsx",
  "look.icon.asset": "app/site/look.test.ts",
  "post.body.code.language": "app/content/highlight.test.ts",
  "post.body.video.file": "app/content/portable-text.test.tsx",
  "redirects.list.": "tests/integration/freshness.test.ts",
  "signInTexts.dismiss": "app/auth/changed-words.test.tsx",
  "signInTexts.finished": "app/auth/changed-words.test.tsx",
  "signInTexts.googleHere": "app/auth/changed-words.test.tsx",
  "signInTexts.googleOpen": "app/auth/changed-words.test.tsx",
  "signInTexts.signingIn": "app/auth/changed-words.test.tsx",
  "signInTexts.useAnother": "app/auth/changed-words.test.tsx",
  "siteSettings.contactForm.questions.question": "tests/integration/contact-form.test.ts",
  "siteSettings.analyticsId": "tests/integration/freshness.test.ts",
  "siteSettings.features.cards": "tests/integration/switched-pages.test.ts",
  "siteSettings.newsletter.popup": "app/forms/newsletter/newsletter-popup.test.tsx",
  "siteSettings.invoices": "tests/integration/own-invoices.test.ts",
  "siteSettings.overdueReminderDays": "tests/integration/invoices.test.ts",
  "siteSettings.seo.": "app/site/seo.test.ts",
};

/** Returns a page as it is read: without what only scripts read. */
async function read(path: string, init: RequestInit = {}): Promise<string> {
  const headers = { accept: "text/html", ...init.headers };
  const response = await fetch(site.origin + path, { ...init, headers });
  const html = await response.text();
  return html.replaceAll(/<script(?![^>]*ld\+json)[^>]*>.*?<\/script>/gs, "");
}

const post = (path: string, fields: Record<string, string>) =>
  read(path, { method: "POST", body: new URLSearchParams(fields) });

/** Returns the page to which a form leads that is sent without scripts. */
async function thanksFor(path: string, fields: Record<string, string>): Promise<string> {
  const sent = await postForm(site.origin + path, { ...fields, ...(await pageToken(site.origin)) });
  return read(sent.headers.get("location") ?? expect.fail(`${path} was not taken`), {
    headers: { cookie: cookiesOf(sent) },
  });
}

const store = () => lakeClient(site, lakeTokens(site.dataDir).write);

/** Fills in every field of all content; returns the marks and fields by the name of their document or type. */
async function markContent() {
  const lake = store();
  const picture = await lake.fetch<object>(`*[_id == "aboutPage"][0].image`);
  const seeded = await lake.fetch<{ _id: string; _type: string }[]>(`*[_type in $contentTypes]`, {
    contentTypes,
  });
  const assets = new Set<string>();
  // Not seeded: an empty one says the defaults.
  const texts = STUDIO_TEXTS.map(({ type }) => ({ _id: type, _type: type }));
  const documents = [...seeded, ...texts, sampleCustomPage("how-we-work", picture)];
  const marked = documents.map((document) => markDocument(document, assets));
  const transaction = lake.transaction();
  for (const hash of assets) transaction.createOrReplace(assetDocument(hash));
  for (const { document } of marked) transaction.createOrReplace(document);
  await transaction.commit();
  return marked.map(({ document, marks, unmarked }) => {
    // A document that stands for a page of its own answers for itself, others for their type.
    const owner = isPinned(document._type) ? document._id : document._type;
    const own = (field: string) => owner + field.slice(document._type.length);
    return {
      marks: marks.map(({ field, shown }) => ({ field: own(field), shown })),
      unmarked: unmarked.map(own),
    };
  });
}

/** Reads pages one by one: many at once can exceed the 5 s after which the page cache sends the page from before a change. */
async function readInTurn(paths: readonly string[]): Promise<string[]> {
  const pages: string[] = [];
  for (const path of paths) pages.push(await read(path));
  return pages;
}

/** Returns every email as it would be sent now. */
async function readEmails(): Promise<string[]> {
  const publicUrl = site.origin;
  const brand = await createEmailBrand({ client: store(), publicUrl })();
  const sender = { from: "site@example.com", publicUrl, templates: EMAIL_TEMPLATES };
  const emails = EMAIL_TEMPLATES.flatMap(({ name, preview, otherPreviews = [] }) =>
    [{}, ...otherPreviews].map((other) => {
      const props = { ...preview, ...other };
      const body = { template: name, to: "a@example.com", props };
      return composeEmail({ id: name, body, receivedAt: 0 }, sender, brand);
    }),
  );
  return (await Promise.all(emails)).map((email) => JSON.stringify(email));
}

/** Returns the pages of somebody who orders by invoice, subscribes and leaves again. */
async function readVisit(): Promise<string[]> {
  const fields = orderFields("Ada", await pageToken(site.origin));
  const body = new URLSearchParams({ ...fields, "contactInfo.phone": "(212) 555-0142", intent: "place" });
  const placed = await fetch(`${site.origin}/contract.data`, { method: "POST", body });
  const cookie = cookiesOf(placed);
  const { confirmation, reference: ordered } = await actionResult<{
    confirmation: string;
    reference: string;
  }>(placed);
  const subscribed = await post("/newsletter", {
    email: "ada@example.com",
    ...(await pageToken(site.origin)),
  });
  const leave = await vi.waitFor(
    () => mailedLinks(site.dataDir, "/unsubscribe")[0] ?? expect.fail("no welcome yet"),
    WAIT,
  );
  return [
    subscribed,
    await read(`/order/${confirmation}`),
    await read(`/thank-you?ref=${ordered}`, { headers: { cookie } }),
    await thanksFor("/questionnaire", questionnaireFields("Ada")),
    await thanksFor("/contact", { ...messageFields(), submissionId: "" }),
    await read(leave),
    await post(leave, {}),
    await read("/unsubscribe?token=x"),
    await post("/blog", {}),
  ];
}

test("no field of the Studio is dead", async () => {
  // From here on they come from memory, until the content changes.
  const pages = [...PUBLIC_PAGES, ...OTHER_PAGES];
  await readInTurn(pages);
  const documents = await markContent();
  const shown = [
    ...(await readInTurn(pages)),
    ...(await readVisit()),
    ...(await readAccountPages(site)),
    ...(await readEmails()),
  ].join("\n");
  const marks = documents.flatMap(({ marks }) => marks);
  const found = new Set(marks.filter((mark) => shown.includes(mark.shown)).map(({ field }) => field));
  for (const [field, [id, set, path]] of Object.entries(CHOICES)) {
    const before = await read(path);
    await store().patch(id).set(set).commit();
    if ((await read(path)) !== before) found.add(field);
  }
  const all = [...marks.map(({ field }) => field), ...documents.flatMap(({ unmarked }) => unmarked)];
  const elsewhere = Object.keys(TESTED_ELSEWHERE);
  const dead = all.filter(
    (field) => !found.has(field) && !elsewhere.some((start) => field.startsWith(start)),
  );
  expect([...new Set(dead)]).toEqual([]);
  expect(found.size).toBeGreaterThan(400);
  expect(elsewhere.filter((start) => !all.some((field) => field.startsWith(start)))).toEqual([]);
  expect(Object.values(TESTED_ELSEWHERE).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
