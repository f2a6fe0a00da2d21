// The kinds of documents. Does not import the Studio, so that its rules can be tested alone.

import { ADMIN_TYPES } from "../../app/model/admin-types.ts";
import { PAGES } from "../../app/model/page-list.ts";
import { kindOfType, TABLE_KINDS, TABLES } from "../../app/model/tables.ts";
import { STUDIO_TEXTS } from "../../app/model/text-groups.ts";

/** Returns the names of the public pages whose document is `<type>-<name>`. */
const pagesOf = (type: string): string[] =>
  PAGES.flatMap(({ documentId }) =>
    documentId.startsWith(`${type}-`) ? [documentId.slice(type.length + 1)] : [],
  );

/** Pages with their own intro, a document with the id `pageIntro-<page>`. */
export const introPages = pagesOf("pageIntro");

/** The slugs of the three legal pages, documents with the id `legalPage-<slug>`. */
export const legalPages = pagesOf("legalPage");

/** Types with a single document, whose id is the type. */
const singletons = [
  "siteSettings",
  "look",
  "redirects",
  "homePage",
  "aboutPage",
  ...STUDIO_TEXTS.map(({ type }) => type),
];

/** Types with fixed documents that editors write. */
const pinnedContent = [...singletons, "pageIntro", "legalPage"];

const pinnedTypes = new Set([...pinnedContent, "paymentSettings"]);

/** Collections in the order that editors drag them into. */
export const orderedLists = [
  { type: "pageService", title: "Services" },
  { type: "orderService", title: "Order services" },
  { type: "project", title: "Projects" },
  { type: "testimonial", title: "Testimonials" },
  { type: "statistic", title: "Figures" },
];

/** Types that editors write. */
export const contentTypes = [
  ...pinnedContent,
  "page",
  ...orderedLists.map(({ type }) => type),
  "post",
  "author",
];

/**
 * Returns the types that a user writes, whose drafts and deleted documents have lists. What visitors sent is deleted for good, as
 * the dashboard and the privacy page say.
 */
export const writtenTypes = (isAdmin: boolean): string[] =>
  [...contentTypes, "paymentSettings", "coupon"].filter((type) => isOpenTo(isAdmin, type));

/** The types of submissions, as the dashboard's tables have them; `date` is the field with the time of submission. */
export const submissionLists = TABLE_KINDS.flatMap((kind) => {
  const { types, title, date, hasStatus } = TABLES[kind];
  return types.map((type) => ({
    type,
    title: type === "adminContract" ? "Admin contracts" : title,
    date,
    hasStatus,
  }));
});

/** Whether a type has fixed documents only: none is added, duplicated or deleted. */
export const isPinned = (type: string): boolean => pinnedTypes.has(type);

/** Types that only the site writes, and nobody edits. */
const recordTypes = new Set(["statusChange", "storedFile", "invoice", "invoiceCounter"]);

/** Whether a user sees and writes documents of a type. The lake says the same (`privateTypes`). */
export const isOpenTo = (isAdmin: boolean, type: string): boolean =>
  isAdmin || !(ADMIN_TYPES as readonly string[]).includes(type);

/**
 * Whether the Studio offers a user to make a document of a type. Coupons are made only with the button of their list, which gives them
 * an id that visitors cannot read.
 */
export const isOffered = (isAdmin: boolean, type: string): boolean =>
  type !== "coupon" && isOpenTo(isAdmin, type);

/** Whether the Studio must not create, duplicate or delete documents of a type. */
export const isProtected = (type: string): boolean =>
  isPinned(type) || kindOfType(type) !== undefined || recordTypes.has(type);
