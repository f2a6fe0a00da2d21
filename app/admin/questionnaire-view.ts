import type { QuestionnaireDetailQueryResult } from "../content/sanity.types.ts";
import { questions } from "../forms/questionnaire/steps.ts";

export type QuestionnaireDocument = NonNullable<QuestionnaireDetailQueryResult["document"]>;

/** Values as they are shown; an empty one says that nothing was given. */
export interface ViewItem {
  label: string;
  value: string;
}

export interface ViewGroup {
  title: string;
  items: ViewItem[];
}

export interface AttachmentView {
  name: string;
  type: string;
  /** Where an admin opens the file; null when the document names no place that this site serves. */
  href: string | null;
}

const LABELS: Record<string, string> = {
  "contactInfo.name": "Name",
  "contactInfo.email": "Email",
  "contactInfo.phone": "Phone",
  "contactInfo.preferredContact": "Preferred contact",
  "homePage.heroImagePreference": "Hero image preference",
  "aboutPage.teamSection": "Team section",
  "aboutPage.achievements": "Achievements",
  "servicesPage.servicePricing": "Service pricing",
  "servicesPage.serviceDetails": "Service details",
  "servicesPage.serviceImages": "Service images",
  "contactPage.contactFormFields": "Contact form fields",
  "contactPage.mapPreference": "Map",
  "contactPage.locationInfo": "Location info",
  "contactPage.socialMediaLinks": "Social media links",
  "contactPage.displayAddress": "Display address",
  "design.colorPreferences": "Color preferences",
  "design.websiteExamples": "Website examples",
  "design.existingLogo": "Existing logo",
  "design.brandAssets": "Brand assets",
};

/** Fields that no question asks for; they are only shown where an older document has them. */
const SELDOM = new Set([
  "homePage.heroImagePreference",
  "aboutPage.achievements",
  "servicesPage.serviceDetails",
  "servicesPage.serviceImages",
  "contactPage.locationInfo",
  "contactPage.socialMediaLinks",
]);

const asked = new Map(questions.map((question) => [question.name, question]));

function shown(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.filter((one) => typeof one === "string").join(", ");
  if (typeof value !== "string") return "";
  // What was chosen from a list is said in the words of the list.
  const choices = value === "" ? undefined : asked.get(name)?.choices;
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}

type Group = Exclude<
  keyof QuestionnaireDocument,
  `_${string}` | "adminStatus" | "adminNotes" | "submitted_at" | "projectType"
>;

function items(document: QuestionnaireDocument, group: Group, fields: readonly string[]): ViewItem[] {
  const values = (document[group] ?? {}) as Record<string, unknown>;
  return fields.flatMap((field) => {
    const name = `${group}.${field}`;
    const value = shown(name, values[field]);
    if (value.trim() === "" && SELDOM.has(name)) return [];
    return [{ label: LABELS[name] ?? asked.get(name)?.label ?? field, value }];
  });
}

/** The project's details: from `projectDetails`, or the same values at top level (specification 3). */
function projectDetails(document: QuestionnaireDocument): ViewItem[] {
  const { projectDetails: nested = {} } = document as { projectDetails?: Record<string, unknown> };
  const value = (name: "projectType" | "projectDescription" | "timeline") =>
    shown(name, nested[name]) || shown(name, document[name]);
  return [
    { label: "Project Type", value: value("projectType") },
    { label: "Project description", value: value("projectDescription") },
    { label: "Timeline", value: value("timeline") },
  ];
}

/** Everything the detail of a questionnaire shows, in the order of specification 2; the team only where there is to be a team section. */
export function questionnaireGroups(document: QuestionnaireDocument): ViewGroup[] {
  const team = document.aboutPage?.teamSection === "yes" ? ["teamMembers"] : [];
  const about = ["companyStory", "missionStatement", "teamSection", ...team, "achievements"];
  const place = ["streetAddress", "suite", "city", "state", "zipCode", "displayAddress"];
  const design = items(document, "design", [
    "colorPreferences",
    "websiteExamples",
    "existingLogo",
    "brandAssets",
  ]);
  const givenDesign = design.filter(({ value }) => value.trim() !== "");
  return [
    {
      title: "Contact",
      items: items(document, "contactInfo", ["name", "email", "phone", "preferredContact"]),
    },
    { title: "Project details", items: projectDetails(document) },
    {
      title: "Home page",
      items: items(document, "homePage", [
        "mainHeadline",
        "subHeadline",
        "keyFeatures",
        "callToAction",
        "heroImagePreference",
      ]),
    },
    { title: "About page", items: items(document, "aboutPage", about) },
    {
      title: "Services page",
      items: items(document, "servicesPage", [
        "servicesList",
        "servicePricing",
        "serviceDetails",
        "processDescription",
        "serviceImages",
      ]),
    },
    {
      title: "Contact page",
      items: items(document, "contactPage", [
        "contactFormFields",
        "businessHours",
        "locationInfo",
        "socialMediaLinks",
        "mapPreference",
        ...place,
      ]),
    },
    ...(givenDesign.length > 0 ? [{ title: "Design", items: givenDesign }] : []),
    {
      title: "Additional information",
      items: items(document, "additionalInfo", [
        "targetAudience",
        "competitors",
        "uniqueSellingPoints",
        "brandPersonality",
        "projectGoals",
        "contentStatus",
        "existingMaterials",
        "specialFeatures",
        "additionalNotes",
      ]),
    },
  ];
}

/** The files of a questionnaire. Only addresses of this site become links: the document is what a visitor sent. */
export function attachmentsOf(document: QuestionnaireDocument): AttachmentView[] {
  return (document.additionalInfo?.attachments ?? []).map(({ name = "", url = "", type = "" }) => ({
    name: name || "File",
    type,
    href: /^\/admin\/files\/[\w-]+$/.test(url) ? url : null,
  }));
}
