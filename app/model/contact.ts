import { asShown, type SubmissionField } from "./field.ts";
import { PHONE } from "./locale-phone.ts";
import CONTACT_TEXTS from "./texts/contact-form.json" with { type: "json" };

/**
 * What the form offers while the owner has listed nothing else (docs/specification.md, section 2, "Contact message form"). Not the
 * services of the page or of the contract.
 */
export const SERVICE_OPTIONS = [
  "Web Development",
  "Data Analytics",
  "Machine Learning",
  "Business Intelligence",
  "Custom Solution",
] as const;

/** The services of the seed that none of these means. */
const OTHER_SERVICES = ["Consulting", "Cloud Solutions"];

const { texts } = CONTACT_TEXTS;

/** The fields of a contact message, in the order in which they are shown, in the words of an untouched form. */
export const contactFields = [
  {
    name: "name",
    label: texts.name.text,
    kind: "line",
    required: texts.nameRequired.text,
    autoComplete: "name",
    isSearched: true,
  },
  {
    name: "email",
    label: texts.email.text,
    kind: "email",
    required: texts.emailRequired.text,
    autoComplete: "email",
    isSearched: true,
  },
  {
    name: "phone",
    label: texts.phone.text,
    kind: "phone",
    hint: PHONE.hint,
    autoComplete: "tel",
    isSearched: true,
  },
  {
    name: "company",
    label: texts.company.text,
    kind: "line",
    autoComplete: "organization",
    isSearched: true,
  },
  {
    name: "service",
    label: texts.service.text,
    kind: "select",
    choices: asShown(...SERVICE_OPTIONS),
    defaultValue: SERVICE_OPTIONS[0],
    isSearched: true,
  },
  {
    name: "message",
    label: texts.message.text,
    kind: "text",
    required: texts.messageRequired.text,
    isSearched: true,
  },
] as const satisfies readonly SubmissionField[];

export type ContactField = (typeof contactFields)[number]["name"];

export type ContactMessage = Record<ContactField, string>;

/** What an owner may add to the form, at most: questions, their characters, choices of a list and the characters of one. */
export const MAX_QUESTIONS = 3;
export const MAX_QUESTION = 120;
export const MAX_CHOICES = 20;
export const MAX_CHOICE = 80;

/** How a question of the owner's own is answered. */
export const QUESTION_KINDS = [
  { value: "text", title: "A line of text" },
  { value: "choice", title: "One of several choices" },
  { value: "yes-no", title: "Yes or no" },
] as const;

/** A reply to a question of the owner's own, with the words in which it was asked, because the form may change. */
export interface StoredAnswer {
  _key: string;
  question: string;
  /** `""` when it was left open. */
  answer: string;
}

/** Returns the answers of a stored message, which has none or may hold anything. */
export const answersOf = (answers: unknown): StoredAnswer[] =>
  Array.isArray(answers)
    ? answers.filter((one) => typeof one?.question === "string" && typeof one.answer === "string")
    : [];

const slug = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");

/** Returns the first of `names` that `?service=` means by itself or by its slug (`machine-learning`), or null. */
export const namedIn = (names: readonly string[], value: string | null): string | null =>
  names.find((name) => slug(name) === slug(value ?? "")) ?? null;

/** Returns the service of the seed that `?service=` names, or null: pages of these alone are kept in memory. */
export const namedService = (value: string | null): string | null =>
  namedIn([...SERVICE_OPTIONS, ...OTHER_SERVICES], value);

/** Posted with a service that nobody chose: the form's default, left as it was. */
export const SERVICE_LEFT = "serviceLeft";

/** Returns the service of a stored message in words. */
export const serviceText = ({ service, serviceLeft }: { service?: string; serviceLeft?: boolean }): string =>
  serviceLeft ? `${service} (not chosen)` : (service ?? "");
