import { asShown, type SubmissionField } from "./field.ts";
import { PHONE } from "./locale-phone.ts";

/** docs/specification.md, section 2, "Contact message form". Not the services of the page or of the contract. */
export const SERVICE_OPTIONS = [
  "Web Development",
  "Data Analytics",
  "Machine Learning",
  "Business Intelligence",
  "Custom Solution",
] as const;

/** Services of the site that none of these means: each is a choice for whoever comes by its link alone. */
const ASKED_SERVICES = ["Consulting", "Cloud Solutions"] as const;

export type ServiceOption = (typeof SERVICE_OPTIONS | typeof ASKED_SERVICES)[number];

export const DEFAULT_SERVICE: ServiceOption = "Web Development";

/** The fields of a contact message, in the order in which they are shown (docs/specification.md, section 2). */
export const contactFields = [
  {
    name: "name",
    label: "Name",
    kind: "line",
    required: "Name is required",
    autoComplete: "name",
    isSearched: true,
  },
  {
    name: "email",
    label: "Email",
    kind: "email",
    required: "Email is required",
    autoComplete: "email",
    isSearched: true,
  },
  {
    name: "phone",
    label: "Phone",
    kind: "phone",
    hint: PHONE.hint,
    autoComplete: "tel",
    isSearched: true,
  },
  { name: "company", label: "Company", kind: "line", autoComplete: "organization", isSearched: true },
  {
    name: "service",
    label: "Service",
    kind: "select",
    choices: asShown(...SERVICE_OPTIONS, ...ASKED_SERVICES),
    defaultValue: DEFAULT_SERVICE,
    isSearched: true,
  },
  { name: "message", label: "Message", kind: "text", required: "Message is required", isSearched: true },
] as const satisfies readonly SubmissionField[];

export type ContactField = (typeof contactFields)[number]["name"];

export type ContactMessage = Record<ContactField, string>;

const slug = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");

/** Returns the option that `?service=` names by its label or its slug (`machine-learning`), or null. */
export const namedService = (value: string | null): ServiceOption | null =>
  [...SERVICE_OPTIONS, ...ASKED_SERVICES].find((option) => slug(option) === slug(value ?? "")) ?? null;

/** Returns the choices that the form offers: the specified ones, and those of the others that were asked for. */
export const offeredServices = (...asked: readonly unknown[]) =>
  asShown(...SERVICE_OPTIONS, ...ASKED_SERVICES.filter((service) => asked.includes(service)));

/** Posted with a service that nobody chose: the form's default, left as it was. */
export const SERVICE_LEFT = "serviceLeft";

/** Returns the service of a stored message in words. */
export const serviceText = ({ service, serviceLeft }: { service?: string; serviceLeft?: boolean }): string =>
  serviceLeft ? `${service} (not chosen)` : (service ?? "");
