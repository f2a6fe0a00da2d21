import { createHash } from "node:crypto";
import {
  contactFields,
  MAX_CHOICE,
  MAX_CHOICES,
  MAX_QUESTION,
  MAX_QUESTIONS,
  namedIn,
  SERVICE_OPTIONS,
  type ContactField,
} from "../../model/contact.ts";
import { asShown, maxLengthOf, type SubmissionField } from "../../model/field.ts";
import CONTACT_TEXTS from "../../model/texts/contact-form.json" with { type: "json" };
import { changedTexts, textsOf, type Texts } from "../../model/texts/texts.ts";
import { oneLine } from "../../model/typed-text.ts";
import type { ContactFormData } from "./contact-query.ts";
import type { ContactFormView } from "./messages.ts";

/** The form as the owner has set it. */
export interface ContactForm {
  /** Those of `contactFields` that are asked, and the questions of the owner's own behind them. */
  fields: readonly SubmissionField[];
  /** The owner's questions among them. */
  questions: readonly SubmissionField[];
  /** Services of the site that are not options. A link to one adds it to the choices. */
  services: readonly { title: string; slug: string | null }[];
  texts: Texts<keyof typeof CONTACT_TEXTS.texts>;
  /** Changes with every change of the form. */
  version: string;
}

const hash = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);

/** Name of a question of the owner's own. Of its words, so that no answer is taken for that to another question. */
export const OWN_QUESTION = /^own-[\w-]{16}$/;

/** Returns a list, empty where an import or the API has stored something else. */
const listOf = <Item>(list: readonly Item[] | null | undefined): readonly Item[] =>
  Array.isArray(list) ? list : [];

/** Returns the words of a list, each once. */
function wordsOf(list: readonly unknown[] | null | undefined): string[] {
  const words = listOf(list).map((one) => (typeof one === "string" ? oneLine(one) : ""));
  return [...new Set(words)].filter((one) => one !== "" && one.length <= MAX_CHOICE).slice(0, MAX_CHOICES);
}

type StoredQuestion = NonNullable<NonNullable<ContactFormData["settings"]>["questions"]>[number];

/** Returns the field of a question, or none for one that cannot be asked. */
function fieldOf(stored: StoredQuestion | null, texts: ContactForm["texts"]): SubmissionField[] {
  const label = typeof stored?.question === "string" ? oneLine(stored.question) : "";
  if (!stored || label === "" || label.length > MAX_QUESTION) return [];
  const common = {
    name: `own-${hash(label)}`,
    label,
    ...(stored.isRequired === true ? { required: texts.answerRequired } : {}),
  };
  if (stored.kind === "text") return [{ ...common, kind: "line" }];
  const choices = stored.kind === "yes-no" ? [texts.yes, texts.no] : wordsOf(stored.choices);
  return choices.length > 0 ? [{ ...common, kind: "radio", choices: asShown(...choices) }] : [];
}

const REQUIRED = { name: "nameRequired", email: "emailRequired", message: "messageRequired" } as const;

/** Returns the form of the content store's settings. Unset fields are as specified (docs/specification.md, section 2). */
export function contactFormOf({ settings, services, texts: stored }: ContactFormData): ContactForm {
  const texts = textsOf(
    CONTACT_TEXTS,
    changedTexts([CONTACT_TEXTS], stored ? [{ ...stored, _type: CONTACT_TEXTS.type }] : []),
  );
  const listed = wordsOf(settings?.options);
  const options = listed.length > 0 ? listed : SERVICE_OPTIONS;
  const standard = contactFields.flatMap((field: SubmissionField & { name: ContactField }) => {
    const { name } = field;
    const worded: SubmissionField = { ...field, label: texts[name] };
    if (name in REQUIRED) return [{ ...worded, required: texts[REQUIRED[name as keyof typeof REQUIRED]] }];
    if (name !== "service") return [worded];
    return settings?.asksService === false
      ? []
      : [{ ...worded, choices: asShown(...options), defaultValue: options[0] ?? "" }];
  });
  const own = listOf(settings?.questions).flatMap((one) => fieldOf(one, texts));
  const questions = own
    .filter(({ name }, index) => own.findIndex((other) => other.name === name) === index)
    .slice(0, MAX_QUESTIONS);
  const fields = [...standard, ...questions];
  return {
    fields,
    questions,
    services: services.filter(({ title }) => title).map(({ title, slug }) => ({ title: title ?? "", slug })),
    texts,
    version: hash(JSON.stringify(fields)),
  };
}

/** Returns the service that a link or a sent form names: an option, else a service of the site. */
function askedService({ fields, services }: ContactForm, asked: string | null): string | null {
  const options = fields.find(({ name }) => name === "service")?.choices?.map(({ value }) => value);
  if (!options || asked === null) return null;
  const found = services.find(({ title, slug }) => slug === asked || title === asked);
  return namedIn(options, asked) ?? (found && (namedIn(options, found.title) ?? found.title)) ?? null;
}

/** Returns what the page shows of the form. `asked`: the service that a link or a sent form names. */
export function viewOf(form: ContactForm, asked: string | null): ContactFormView {
  const service = askedService(form, asked);
  const fields = form.fields.map((field) => {
    const { name, choices = [] } = field;
    if (name !== "service" || service === null || choices.some(({ value }) => value === service))
      return field;
    return { ...field, choices: [...choices, ...asShown(service)] };
  });
  const constraint = Object.fromEntries(
    fields.map((field) => [
      field.name,
      {
        required: field.required !== undefined,
        ...(field.choices ? {} : { maxLength: maxLengthOf(field) }),
      },
    ]),
  );
  return { version: form.version, fields, constraint, service };
}
