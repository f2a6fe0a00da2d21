// What kinds of documents there are, in plain words: no import of the Studio, so that rules can be tested alone.

/** Pages with an opening of their own; the id of each is `pageIntro-<page>`. */
export const introPages = [
  "services",
  "portfolio",
  "blog",
  "contact",
  "get-started",
  "questionnaire",
  "contract",
];

/** The three legal pages, by slug; the id of each is `legalPage-<slug>`. */
export const legalPages = ["privacy", "terms", "policy"];

/** One document each, whose id is its type. */
const singletons = ["siteSettings", "homePage", "aboutPage"];

const pinnedTypes = new Set([...singletons, "pageIntro", "legalPage"]);

/** Specification 3: the ids that contracts are stored with. */
export const serviceIds = [
  "websiteDevelopment",
  "domainSetup",
  "websiteMaintenance",
  "databaseManagement",
  "serverSetup",
  "clientPortal",
  "secureForm",
  "platformConnection",
  "ecommerce15",
  "ecommerce20",
];

/** Lists whose order on the site is the number in `order`. */
export const orderedLists = [
  { type: "pageService", title: "Services", one: "service" },
  { type: "orderService", title: "Order services", one: "order service" },
  { type: "project", title: "Projects", one: "project" },
  { type: "testimonial", title: "Testimonials", one: "testimonial" },
  { type: "statistic", title: "Figures", one: "figure" },
];

export interface Inbox {
  type: string;
  title: string;
  /** The field that says when it came. */
  date: "submitted_at" | "submittedAt" | "subscribed_at";
  /** Whether an admin works through it: new, reviewed, closed. */
  hasStatus: boolean;
  /** First part of the name of its JSON file, as in the admin pages. */
  file: string;
}

/** What editors write: all but submissions. */
export const contentTypes = [...pinnedTypes, ...orderedLists.map(({ type }) => type), "post", "author"];

/** What visitors sent, by type. */
export const inboxes: readonly Inbox[] = [
  {
    type: "clientQuestionnaire",
    title: "Questionnaires",
    date: "submitted_at",
    hasStatus: true,
    file: "questionnaire",
  },
  { type: "contract", title: "Contracts", date: "submittedAt", hasStatus: true, file: "contract" },
  {
    type: "adminContract",
    title: "Admin contracts",
    date: "submittedAt",
    hasStatus: true,
    file: "contract",
  },
  {
    type: "contactSubmission",
    title: "Contact messages",
    date: "submitted_at",
    hasStatus: true,
    file: "contact-message",
  },
  {
    type: "newsletterSubscriber",
    title: "Newsletter subscribers",
    date: "subscribed_at",
    hasStatus: false,
    file: "subscriber",
  },
];

export const inboxOf = (type: string): Inbox | undefined => inboxes.find((inbox) => inbox.type === type);

/** One of each by a fixed id: there is no second one, and it does not go away. */
export const isPinned = (type: string): boolean => pinnedTypes.has(type);

/** Neither made, copied nor thrown away by hand. */
export const isKeptWhole = (type: string): boolean =>
  isPinned(type) || inboxOf(type) !== undefined || type === "statusChange";
