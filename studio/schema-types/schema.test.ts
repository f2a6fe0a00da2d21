import type { SanityClient } from "@sanity/client";
import { serveLake } from "lakelet/testing";
import type { ObjectSchemaType, SanityDocument } from "sanity";
import { beforeAll, expect, test } from "vitest";
import { VIDEO_ADDRESS_INVALID } from "../../app/model/video-address.ts";
import { seedIfEmpty } from "../../server/seed/seed-if-empty.ts";
import { sampleCustomPage } from "../../tests/support/custom-page.ts";
import { opened } from "../../tests/support/opened.ts";
import { textBlocks } from "../../tests/support/text-blocks.ts";
import { contentTypes, submissionLists } from "../model/kinds.ts";
import { compiledSchema as schema } from "./compiled.ts";
import { markersOf as markersOn } from "./validated.ts";

// Sanity's own validation of the schema on a real lake with the seed, which checks uniqueness and references too.

const lake = opened(serveLake);
let client: SanityClient;

beforeAll(async () => {
  client = lake.writer;
  await seedIfEmpty(client);
});

type Checked = Parameters<typeof markersOn>[1];
const markersOf = (document: Checked, level: "error" | "warning") => markersOn(client, document, level);
const errorsOf = (document: Checked) => markersOf(document, "error");
const stored = async (id: string) => (await client.getDocument(id)) as SanityDocument;

test("the seed is valid, all of it", async () => {
  const documents = await client.fetch<SanityDocument[]>("*[_type in $types]", { types: contentTypes });
  expect(documents.length).toBeGreaterThan(50);
  const errors = await Promise.all(
    documents.map(async (document) => (await errorsOf(document)).map((error) => `${document._id} ${error}`)),
  );
  expect(errors.flat()).toEqual([]);
});

test("a picture needs a text for those who do not see it, wherever it stands", async () => {
  const project = await stored("project-archive-search");
  const image = { ...(project.image as object), alt: "  " };
  expect(await errorsOf({ ...project, image })).toEqual([
    "image.alt: Every picture needs an alternative text",
  ]);
  const post = await stored("post-the-monday-question");
  expect(await errorsOf({ ...post, body: [{ ...image, _key: "k" }] })).toEqual([
    "body.[].alt: Every picture needs an alternative text",
  ]);
  const empty = { _type: "imageWithAlt", alt: "Only words" };
  expect(await errorsOf({ ...project, image: empty })).toEqual(["image: Choose a picture"]);
  expect(await errorsOf({ ...post, body: [{ ...empty, _key: "k" }] })).toEqual(["body.[]: Choose a picture"]);
  expect(await errorsOf({ ...project, image: undefined })).toEqual(["image: Choose a picture"]);
});

test("a text takes tables, code, galleries, videos and notes, whole and with links that lead somewhere", async () => {
  const { image } = await stored("project-archive-search");
  const post = await stored("post-the-monday-question");
  const errorsWith = (...body: object[]) => errorsOf({ ...post, body });
  const blocks = textBlocks(image as object);
  expect(await errorsWith(...blocks)).toEqual([]);
  const [, table, code, gallery, video, note] = JSON.parse(
    JSON.stringify(blocks).replaceAll('"/services"', '"/servces"').replaceAll('"/contact"', '"/contcat"'),
  ) as Record<string, unknown>[];
  expect(await errorsWith(table!)).toEqual([
    expect.stringContaining(".value.[].markDefs.[].href: Use a page"),
  ]);
  expect(await errorsWith(note!)).toEqual([
    expect.stringContaining("body.[].text.[].markDefs.[].href: Use a page"),
  ]);
  expect(await errorsWith({ ...note, text: [] })).toEqual([
    expect.stringMatching(/^body\.\[\]\.text: .*at least 1/),
  ]);
  expect(await errorsWith({ ...code, code: " \n" })).toEqual(["body.[]: Write some code"]);
  expect(await errorsWith({ ...gallery, pictures: [] })).toHaveLength(1);
  const [picture] = gallery!["pictures"] as object[];
  expect(await errorsWith({ ...gallery, pictures: [picture, { ...picture, _key: "x", alt: "" }] })).toEqual([
    "body.[].pictures.[].alt: Every picture needs an alternative text",
  ]);
  expect(await errorsWith({ ...video, title: undefined })).toEqual(["body.[].title: Required"]);
});

test("a video is one at YouTube or Vimeo, or a file", async () => {
  const post = await stored("post-the-monday-question");
  const errorsWith = (video: object) =>
    errorsOf({ ...post, body: [{ _key: "v", _type: "video", title: "A lock", ...video }] });
  const { _id } = await client.assets.upload("file", Buffer.from("film"), { filename: "film.mp4" });
  const file = { _type: "file", asset: { _type: "reference", _ref: _id } };
  expect(await errorsWith({ url: "https://vimeo.com/76979871" })).toEqual([]);
  expect(await errorsWith({ file })).toEqual([]);
  expect(await errorsWith({})).toEqual(["body.[].url: An address, or a file"]);
  expect(await errorsWith({ file: { _type: "file" } })).toEqual(["body.[].url: An address, or a file"]);
  expect(await errorsWith({ url: "https://example.com/film.mp4" })).toEqual([
    `body.[].url: ${VIDEO_ADDRESS_INVALID}`,
  ]);
});

test("a slug is lower-case words, and nobody else's", async () => {
  const project = await stored("project-archive-search");
  const withSlug = (current: string) => errorsOf({ ...project, slug: { _type: "slug", current } });
  expect(await withSlug("Archive Search")).toEqual(["slug: Lower-case letters, digits and hyphens only"]);
  expect(await withSlug("archive-search")).toEqual([]);
  const [other] = await client.fetch<string[]>('*[_id == "project-tenant-portal"].slug.current');
  expect(await withSlug(other!)).toEqual([expect.stringContaining("already in use")]);
});

test.each([
  ["sean.o'brien@example.com", true],
  ["info@xn--e1afmkfd.xn--p1ai", true],
  ["r&d@example.com", true],
  ["a@b..com", false],
  [".a@b.com", false],
  ["ada@example.com\u200B", false],
  [" ada@example.com", false],
])("the address %j is judged as in every form: %s", async (email, isValid) => {
  const settings = await stored("siteSettings");
  expect(await errorsOf({ ...settings, email })).toEqual(
    isValid ? [] : ["email: Please enter a valid email address"],
  );
});

test("a price is in whole cents, a monthly one a multiple of $0.20", async () => {
  const service = await stored("orderService-domainSetup");
  const message = "priceCents: A price is in whole cents, 0 or more.";
  expect(await errorsOf({ ...service, priceCents: 12.5 })).toEqual([message]);
  expect(await errorsOf({ ...service, priceCents: -1 })).toEqual([message]);
  expect(await errorsOf({ ...service, priceCents: 0 })).toEqual([]);
  expect(await errorsOf({ ...service, priceCents: 175 })).toEqual([]);
  expect(await errorsOf({ ...service, priceCents: 175, kind: "monthly" })).toEqual([
    "priceCents: A monthly price is a multiple of $0.20, such as $1.60 or $1.80.",
  ]);
});

test("an order service has an id that is nobody else's and does not change once it is published", async () => {
  const service = await stored("orderService-domainSetup");
  const eleventh = { ...service, _id: "drafts.eleventh", serviceId: "seoAudit" };
  expect(await errorsOf(eleventh)).toEqual([]);
  for (const serviceId of ["custom1", "SEO audit", "constructor"])
    expect(await errorsOf({ ...eleventh, serviceId })).toEqual([
      expect.stringContaining("serviceId: 2 to 40 letters and digits"),
    ]);
  expect(await errorsOf({ ...eleventh, serviceId: "serverSetup" })).toEqual([
    "serviceId: Another order service has this id already",
  ]);
  expect(await errorsOf({ ...service, serviceId: "webDesign" })).toEqual([
    expect.stringContaining("serviceId: Contracts are stored with the id domainSetup."),
  ]);
  expect(await errorsOf({ ...service, _id: `drafts.${service._id}` })).toEqual([]);
});

test("a button leads to a page of this site or to https", async () => {
  const home = await stored("homePage");
  const withHref = (href: string) => errorsOf({ ...home, primaryCta: { _type: "cta", label: "Go", href } });
  expect(await withHref("/contcat")).toEqual([expect.stringContaining("primaryCta.href: Use a page")]);
  expect(await withHref("http://example.com")).toHaveLength(1);
  expect(await withHref("https://example.com")).toEqual([]);
});

test("a page has a path that the site does not use, and each form once; links find it once it is published", async () => {
  const { image } = await stored("project-archive-search");
  const page = sampleCustomPage("our-method", image);
  expect(await errorsOf(page)).toEqual([]);
  const withSlug = (current: string) => errorsOf({ ...page, slug: { _type: "slug", current } });
  expect(await withSlug("contact")).toEqual(["slug: The site has a page of its own at /contact"]);
  expect(await withSlug("a".repeat(81))).toEqual(["slug: At most 80 characters"]);
  const form = page.sections.find(({ _key }) => _key === "form")!;
  const sections = [...page.sections, { ...form, _key: "again" }];
  expect(await errorsOf({ ...page, sections })).toEqual(["sections: A page has each form once"]);
  const home = await stored("homePage");
  const cta = { _type: "cta", label: "Go", href: "/our-method#contact-2" };
  expect(await errorsOf({ ...home, primaryCta: cta })).toHaveLength(1);
  await client.create(page);
  expect(await errorsOf({ ...home, primaryCta: cta })).toEqual([]);
  await client.delete(page._id);
});

test("links and references that lead nowhere are warned of, with their place", async () => {
  const documents = await client.fetch<SanityDocument[]>("*[_type in $types]", { types: contentTypes });
  const seeded = await Promise.all(documents.map((document) => markersOf(document, "warning")));
  expect(seeded.flat()).toEqual([]);

  const { image } = await stored("project-archive-search");
  const draft = { ...sampleCustomPage("soon", image), _id: "drafts.page-soon" };
  await client.create(draft);
  const link = (href: string) => ({ _type: "link", _key: "away", href });
  const block = { _type: "block", _key: "words", style: "normal", markDefs: [link("/blog/gone")] };
  const text = [{ ...block, children: [{ _type: "span", _key: "a", text: "here", marks: ["away"] }] }];
  const post = (await client.fetch<SanityDocument[]>("*[_type == 'post'][0...1]"))[0]!;
  expect(await markersOf({ ...post, body: text }, "warning")).toEqual([
    expect.stringMatching(/^body.*href: No post is shown at \/blog\/gone today$/),
  ]);
  const reference = { _type: "reference", _ref: "page-soon", _weak: true };
  const navigation = [
    { _type: "siteLink", _key: "a", label: "Soon", page: reference },
    { _type: "siteLink", _key: "b", label: "Quay", href: "/services#quay" },
  ];
  const look = { ...(await stored("look")), _id: "look", _type: "look", navigation };
  expect(await markersOf(look, "warning")).toEqual([
    "navigation.[].page: Referenced document must be published",
    "navigation.[].href: No published service has the address /services#quay",
  ]);
  const list = [{ _type: "redirect", _key: "a", from: "/old", to: "/our-lost-page" }];
  const redirects = { ...(await stored("redirects")), _id: "redirects", _type: "redirects", list };
  expect(await markersOf(redirects, "warning")).toEqual([
    "list.[].to: Nothing is shown at /our-lost-page today",
  ]);
  const wrong = { ...redirects, list: [{ ...list[0], from: "/about", to: "services" }] };
  expect(await markersOf(wrong, "error")).toEqual([
    "list.[].from: The site has a page at /about, which is shown",
    "list.[].to: The new address is a path of this site, such as /services, or begins with https://",
  ]);
  await client.createOrReplace(redirects);
  const home = await stored("homePage");
  const cta = { _type: "cta", label: "Go", href: "/old" };
  expect(await errorsOf({ ...home, primaryCta: cta })).toEqual([]);
  await client.delete({ query: "*[_id in $ids]", params: { ids: [draft._id, "redirects"] } });
});

/** Returns the paths of all editable fields. */
function writable(type: ObjectSchemaType, path = ""): string[] {
  return type.fields.flatMap(({ name, type: field }) => {
    const here = `${path}${name}`;
    if (field.readOnly === true) return [];
    return field.jsonType === "object" ? writable(field as ObjectSchemaType, `${here}.`) : [here];
  });
}

test.each(submissionLists)("$type: only the status can be written", ({ type, hasStatus }) => {
  expect(writable(schema.get(type) as ObjectSchemaType)).toEqual(hasStatus ? ["adminStatus"] : []);
});

test("a coupon has one kind of discount, a code that can be typed, and an id that nobody can list", async () => {
  const coupon = { _id: "coupon.one", _type: "coupon", code: "WELCOME-10", percentOff: 10 };
  expect(await errorsOf(coupon)).toEqual([]);
  expect(await errorsOf({ ...coupon, _id: "drafts.coupon.one" })).toEqual([]);
  expect(await errorsOf({ ...coupon, _id: "a8b1" })).toEqual([
    expect.stringContaining("This coupon can be seen by everybody."),
  ]);
  expect(await errorsOf({ ...coupon, code: "ten percent" })).toHaveLength(1);
  expect(await errorsOf({ ...coupon, centsOff: 500 })).toEqual([
    "percentOff: Set either a percentage or an amount.",
  ]);
  expect(await errorsOf({ ...coupon, percentOff: undefined })).toHaveLength(1);
  expect(await errorsOf({ ...coupon, percentOff: 101 })).toHaveLength(1);
});

test("the contact form has three questions at most, each with words of its own and something to choose", async () => {
  const settings = await stored("siteSettings");
  const withForm = (contactForm: object) =>
    errorsOf({ ...settings, contactForm: { ...(settings.contactForm as object), ...contactForm } });
  const question = (words: string, more: object = {}) => ({
    _key: words,
    question: words,
    kind: "text",
    ...more,
  });
  const three = ["One", "Two", "Three"].map((words) => question(words));
  expect(await withForm({ questions: three })).toEqual([]);
  expect(await withForm({ questions: [...three, question("Four")] })).toHaveLength(1);
  expect(await withForm({ questions: [question("One"), { ...question("One "), _key: "b" }] })).toEqual([
    "contactForm.questions: Every question has words of its own",
  ]);
  expect(await withForm({ questions: [question("One", { kind: "choice", choices: ["A"] })] })).toEqual([
    "contactForm.questions.[].choices: Name two choices or more",
  ]);
  expect(await withForm({ options: ["A", "A"] })).not.toEqual([]);
  expect(await withForm({ options: ["x".repeat(81)] })).not.toEqual([]);
});
