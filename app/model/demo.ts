// The content of the seed's demo company, which an owner replaces.

const ids = (type: string, ...names: string[]): string[] => names.map((name) => `${type}-${name}`);

/** Ids of the seed's documents with texts, figures or prices. */
export const DEMO_IDS: readonly string[] = [
  "siteSettings",
  "paymentSettings",
  "homePage",
  "aboutPage",
  ...ids("pageIntro", "services", "portfolio", "blog", "contact", "get-started", "questionnaire", "contract"),
  ...ids(
    "pageService",
    "web-development",
    "data-analytics",
    "machine-learning",
    "consulting",
    "cloud-solutions",
  ),
  ...ids("orderService", "websiteDevelopment", "domainSetup", "websiteMaintenance", "databaseManagement"),
  ...ids("orderService", "serverSetup", "clientPortal", "secureForm", "platformConnection"),
  ...ids("orderService", "ecommerce15", "ecommerce20"),
  ...ids("project", "ferry-timetables", "clinic-no-shows", "wholesale-numbers", "archive-search"),
  ...ids("project", "tenant-portal", "quiet-migration"),
  ...ids("testimonial", "1", "2", "3", "4", "5"),
  ...ids("statistic", "revenue", "decisions", "cost", "hours", "projects", "returning", "uptime", "years"),
  ...ids("legalPage", "privacy", "terms", "policy"),
  ...ids("author", "nora-whitlock", "daniel-okafor"),
  ...ids("post", "the-monday-question", "a-website-you-can-leave", "the-smallest-model"),
];

/** Documents that visitors meet through one page alone, which the owner may switch off. */
const OF_PAGE: Readonly<Record<string, RegExp>> = {
  "pageIntro-blog": /^(?:post|author)-/,
  "pageIntro-contract": /^orderService-/,
};

/** Returns whether visitors can meet a document of the seed, while the pages with the documents `off` are switched off. */
export const isShown = (id: string, off: readonly string[]): boolean =>
  !off.some((page) => page === id || OF_PAGE[page]?.test(id));

/** Document with the ids of seed documents that the owner keeps unchanged. */
export const KEPT_ID = "demoKept";

/** Types of the seed with pictures or references, which an import adds after it has made the document. It writes the others once. */
export const WRITTEN_TWICE = ["homePage", "aboutPage", "pageService", "project", "author", "post"];
/** How long an import may take to add them, in seconds. */
const IMPORT_S = 120;

/** Returns whether a document of the seed is as it was imported. Times are ISO. */
export const isUnchanged = ({
  _type,
  _createdAt,
  _updatedAt,
}: {
  _type: string;
  _createdAt: string;
  _updatedAt: string;
}): boolean =>
  Date.parse(_updatedAt) - Date.parse(_createdAt) < (WRITTEN_TWICE.includes(_type) ? IMPORT_S : 1) * 1000;

/** GROQ filter of the published documents of `$demoIds` that nobody has changed (`isUnchanged`) or kept. */
export const UNCHANGED = `_id in $demoIds && dateTime(_updatedAt) - dateTime(_createdAt) < select(_type in ${JSON.stringify(WRITTEN_TWICE)} => ${IMPORT_S}, 1) && !(_id in coalesce(*[_id == "${KEPT_ID}"][0].ids, []))`;

const NAMES = /harborlight|48 front street|555-0142/i;

/** Returns the names of the fields of a document with the name, the street or the telephone number of the demo company, at any depth. */
export const demoFields = (document: object): string[] =>
  Object.entries(document).flatMap(([name, value]) =>
    !name.startsWith("_") && NAMES.test(JSON.stringify(value) ?? "") ? [name] : [],
  );

/**
 * Returns whether a document names the demo company. If the payment settings do, clients would pay or answer it, and no invoice is
 * issued: an issued one cannot be changed.
 */
export const namesDemo = (document: object | null | undefined): boolean =>
  demoFields(document ?? {}).length > 0;
