// What the seed brings of a company that does not exist, so that an owner is shown what is not theirs yet.

const ids = (type: string, ...names: string[]): string[] => names.map((name) => `${type}-${name}`);

/** The documents of the seed that have texts, figures or prices. Their drafts and others of the same types are not of the demo. */
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

/** The document with the ids of what an owner keeps as the seed has it. */
export const KEPT_ID = "demoKept";

/** An import writes documents with pictures and references twice, within this time. In seconds. */
const IMPORT_S = 120;

/** Returns whether a document of the seed is as it was imported. Times are ISO. */
export const isUnchanged = ({
  _createdAt,
  _updatedAt,
}: {
  _createdAt: string;
  _updatedAt: string;
}): boolean => Date.parse(_updatedAt) - Date.parse(_createdAt) < IMPORT_S * 1000;

/** GROQ filter of the published documents of `$demoIds` that nobody has changed (`isUnchanged`) or kept. */
export const UNCHANGED = `_id in $demoIds && dateTime(_updatedAt) - dateTime(_createdAt) < ${IMPORT_S} && !(_id in coalesce(*[_id == "${KEPT_ID}"][0].ids, []))`;

const NAMES = /harborlight|48 front street|555-0142/i;

/** Returns whether a text has the name, the street or the telephone number of the demo company. */
const namesDemo = (text: string | null | undefined): boolean => NAMES.test(text ?? "");

/** Returns the names of the fields of a document that name the demo company, at any depth. */
export const demoFields = (document: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(document).flatMap(([name, value]) =>
    !name.startsWith("_") && namesDemo(JSON.stringify(value)) ? [name] : [],
  );

interface Payment {
  payee?: string | null;
  chequeInstructions?: string | null;
  replyTo?: string | null;
}

/** Whether clients would pay or answer the demo company. An issued invoice cannot be changed, so none is issued then. */
export const isDemoPayment = (payment: Payment | null | undefined): boolean =>
  [payment?.payee, payment?.chequeInstructions, payment?.replyTo].some(namesDemo);
