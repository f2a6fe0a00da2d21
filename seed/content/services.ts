import { image, slug } from "../build-helpers.ts";
import { portableText } from "../portable-text.ts";

interface PageService {
  title: string;
  slug: string;
  icon: string;
  summary: string;
  features: string[];
  body: string[];
  alt: string;
}

const pages: PageService[] = [
  {
    title: "Web Development",
    slug: "web-development",
    icon: "code",
    summary: "Fast, accessible websites and web applications that your own team can edit and extend.",
    features: [
      "Marketing sites and client portals",
      "Content editing without a developer",
      "Accessibility to WCAG 2.2 AA",
      "Speed budgets checked on every release",
    ],
    body: [
      "A website is the one employee who meets every prospect. We build it to load before they lose interest, to read well on a phone held in one hand, and to be changed by the people who know your business rather than by us.",
      "Most projects take six to ten weeks from first conversation to launch. You see working pages from the second week on, and the code, the content and the accounts are yours from the first day.",
    ],
    alt: "A browser window with a layout grid and a phone beside it",
  },
  {
    title: "Data Analytics",
    slug: "data-analytics",
    icon: "chart",
    summary: "Reports that people trust, from numbers that agree with each other.",
    features: [
      "Warehouse and pipeline design",
      "Dashboards with a named owner",
      "Metric definitions in plain English",
      "Training for the people who read them",
    ],
    body: [
      "When two reports disagree, meetings become arguments about spreadsheets. We trace each figure to its source, write down what it means, and build one place where it is right.",
      "The first dashboard is usually in use within three weeks. It answers a decision that somebody has to make every Monday, not every question at once.",
    ],
    alt: "Bars and a trend line over a fine grid",
  },
  {
    title: "Machine Learning",
    slug: "machine-learning",
    icon: "brain",
    summary: "Forecasts, classification and search that are measured against what you do today.",
    features: [
      "Demand and workload forecasting",
      "Document classification and extraction",
      "Search over your own material",
      "Monitoring once it is live",
    ],
    body: [
      "We start with the simplest method that could work and a baseline to beat. If a model does not improve on the rule of thumb your team uses now, we say so in the first two weeks and stop there.",
      "What goes live is watched: we log what it decides, compare it with what happened, and agree beforehand on when a person takes over.",
    ],
    alt: "A network of connected points that narrows to a single line",
  },
  {
    title: "Consulting",
    slug: "consulting",
    icon: "compass",
    summary: "A second opinion before the expensive decision, written so that you can act on it.",
    features: [
      "Technology and vendor reviews",
      "Roadmaps with costs and an order",
      "Architecture and security reviews",
      "Interim technical leadership",
    ],
    body: [
      "Choosing a platform, inheriting a system, or wondering why everything takes so long: these are questions with an answer, and two weeks of careful reading usually finds it.",
      "You get a short report with a recommendation, what it costs, what we would do first, and what we would leave alone.",
    ],
    alt: "A compass rose over intersecting bearings",
  },
  {
    title: "Cloud Solutions",
    slug: "cloud-solutions",
    icon: "cloud",
    summary: "Infrastructure that is boring on purpose: described in code, backed up, and priced sensibly.",
    features: [
      "Migrations without a lost weekend",
      "Infrastructure as code",
      "Backups that have been restored",
      "Cost reviews",
    ],
    body: [
      "Good infrastructure is the kind nobody talks about. We describe it in code, test the backups by restoring them, and leave a runbook that a new colleague can follow at three in the morning.",
      "A cost review typically pays for itself in the second month. We look at what runs, who needs it, and what it would cost if it were the right size.",
    ],
    alt: "Stacked layers joined by vertical lines",
  },
];

export const pageServices = pages.map((page, index) => ({
  _id: `pageService-${page.slug}`,
  _type: "pageService",
  title: page.title,
  slug: slug(page.slug),
  summary: page.summary,
  description: portableText(...page.body),
  features: page.features,
  icon: page.icon,
  image: image(`service-${page.slug}.png`, page.alt),
  order: index + 1,
}));

type OrderService = [
  serviceId: string,
  title: string,
  dollars: number,
  kind: "one-time" | "monthly",
  description: string,
];

/** Specification 9: ids, prices and kinds. */
const order: OrderService[] = [
  [
    "websiteDevelopment",
    "Website development",
    500,
    "one-time",
    "Design and build of a site of up to five pages, with content editing set up for your team.",
  ],
  [
    "domainSetup",
    "Domain setup",
    12,
    "one-time",
    "Registration for the first year in your own name, with DNS and email records configured.",
  ],
  [
    "websiteMaintenance",
    "Website maintenance",
    120,
    "monthly",
    "Updates, backups, monitoring and two hours of changes every month.",
  ],
  [
    "databaseManagement",
    "Database management",
    20,
    "monthly",
    "Daily backups, a restore test every quarter, and upgrades.",
  ],
  [
    "serverSetup",
    "Server setup",
    150,
    "one-time",
    "A hardened server with certificates, logging and automatic security updates.",
  ],
  [
    "clientPortal",
    "Client portal",
    100,
    "one-time",
    "A signed-in area where your clients find documents and messages.",
  ],
  [
    "secureForm",
    "Secure form",
    100,
    "one-time",
    "One form with encrypted storage, file upload and a notification.",
  ],
  [
    "platformConnection",
    "Platform connection",
    200,
    "one-time",
    "A two-way connection to one system you already use, such as a CRM or a calendar.",
  ],
  [
    "ecommerce15",
    "E-commerce, up to 15 products",
    200,
    "one-time",
    "A shop with checkout, tax and shipping rules for up to 15 products.",
  ],
  [
    "ecommerce20",
    "E-commerce, up to 20 products",
    250,
    "one-time",
    "The same shop for up to 20 products, with product variants.",
  ],
];

export const orderServices = order.map(([serviceId, title, dollars, kind, description], index) => ({
  _id: `orderService-${serviceId}`,
  _type: "orderService",
  serviceId,
  title,
  description,
  priceCents: dollars * 100,
  kind,
  order: index + 1,
  active: true,
}));
