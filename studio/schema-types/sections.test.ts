import type { SanityClient } from "@sanity/client";
import { serveLake } from "lakelet/testing";
import type { SanityDocument } from "sanity";
import { beforeAll, expect, test } from "vitest";
import { seedIfEmpty } from "../../server/seed/seed-if-empty.ts";
import { sampleCustomPage } from "../../tests/support/custom-page.ts";
import { opened } from "../../tests/support/opened.ts";
import { sectionOf, USED_BY } from "../model/site-paths.ts";
import { markersOf } from "./validated.ts";

const lake = opened(serveLake);
let client: SanityClient;

beforeAll(async () => {
  client = lake.writer;
  await seedIfEmpty(client);
});

const errorsOf = (document: SanityDocument) => markersOf(client, document, "error");
const stored = async (id: string) => (await client.getDocument(id)) as SanityDocument;

test("the home page has sections like other pages, in any order, each as often as an owner likes, one form of a kind", async () => {
  const home = await stored("homePage");
  const sections = home.sections as { _key: string; _type: string }[];
  const { image } = await stored("project-archive-search");
  const own = sampleCustomPage("our-method", image).sections.map((section) => ({
    ...section,
    _key: `own-${section._key}`,
  }));
  const again = sections.map((section) => ({ ...section, _key: `again-${section._key}`, isHidden: true }));
  expect(await errorsOf({ ...home, sections: [...own, ...sections.toReversed(), ...again] })).toEqual([]);
  const form = own.find(({ _type }) => _type === "formSection")!;
  expect(await errorsOf({ ...home, sections: [form, { ...form, _key: "again" }] })).toEqual([
    "sections: A page has each form once",
  ]);
  expect(await errorsOf({ ...home, sections: [form, { ...form, _key: "again", isHidden: true }] })).toEqual(
    [],
  );
  expect(await errorsOf({ ...home, sections: [] })).not.toEqual([]);
  const call = own.find(({ _type }) => _type === "callToActionSection")!;
  const alike = { ...home, sections: [call, { ...call, _key: "again" }] };
  expect(await markersOf(client, alike, "warning")).toEqual([
    expect.stringMatching(/^sections: Two sections have the heading ".+": give each its own$/),
  ]);
  const unnamed = {
    ...home,
    sections: ["", "", " "].map((heading, at) => ({ ...call, _key: `${at}`, heading })),
  };
  expect(await markersOf(client, unnamed, "warning")).not.toContainEqual(
    expect.stringContaining("Two sections"),
  );
});

test("a document is shown on the pages with a section that has chosen it, or shows all", async () => {
  const shownOn = async (type: string, id: string) => {
    const pages = await client.fetch<{ _type: string; title: string | null }[]>(USED_BY, {
      id,
      section: sectionOf(type),
    });
    return pages.map(({ _type, title }) => title ?? _type).toSorted();
  };
  expect(await shownOn("testimonial", "testimonial-1")).toEqual(["homePage"]);
  expect(await shownOn("testimonial", "a-new-one")).toEqual([]);
  expect(await shownOn("pageService", "a-new-one")).toEqual(["homePage"]);
  expect(await shownOn("statistic", "statistic-uptime")).toEqual(["aboutPage"]);
  expect(await shownOn("author", "author-nora-whitlock")).toEqual([]);
  const page = (title: string, section: object) => ({
    _id: title,
    _type: "page",
    title,
    sections: [{ _key: "a", _type: "testimonialsSection", ...section }],
  });
  const chosen = [{ _key: "a", _type: "reference", _ref: "testimonial-2" }];
  const pages = [
    page("all", {}),
    page("one", { chosen }),
    page("hides", { chosen, isHidden: true }),
    page("drafts.soon", {}),
  ];
  const transaction = client.transaction();
  for (const one of pages) transaction.create(one);
  await transaction.commit();
  expect(await shownOn("testimonial", "testimonial-2")).toEqual(["all", "homePage", "one"]);
  expect(await shownOn("testimonial", "a-new-one")).toEqual(["all"]);
  await client.delete({ query: "*[_id in $ids]", params: { ids: pages.map(({ _id }) => _id) } });
});
