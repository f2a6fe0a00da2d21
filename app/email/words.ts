import type { EmailWording } from "./brand.ts";
import { fillIn, type EditableText } from "../model/texts.ts";

/** What an email says instead in one case. */
interface OtherCase {
  /** The case, for the title of its field: `Opening when {when}`. */
  when: string;
  text: string;
}

/** The words of one kind of email that editors may change. Facts, amounts and what the law asks for stay code. */
export interface EmailWords {
  /** Name of its template. */
  name: string;
  title: string;
  /** Facts that its words can name, as `{reference}`. */
  placeholders: readonly string[];
  subject: string;
  /** The first paragraph. */
  opening: string;
  otherOpening?: OtherCase;
  /** A paragraph of its own, such as what to do when the email is a mistake. */
  note?: string;
  /** Label of the button, or of the link in its place; absent where there is none. */
  button?: string;
  otherButton?: OtherCase;
}

/** What the subject of a notice about a submission can name; its `status` says that spam is suspected. */
export const NOTICE_PLACEHOLDERS = ["status", "reference", "name", "email"] as const;
export const NOTICE_BUTTON = "Read it in the admin pages";

type Kind = keyof EmailWording;

const MAX_TEXT = 600;
const MAX_SUBJECT = 120;
const MAX_BUTTON = 60;

/** Returns the name of a field of the document `emailTexts`. */
const fieldOf = (name: string, kind: Kind): string => `${name.replaceAll("-", "_")}_${kind}`;

/** Returns the fields of an email in the Studio. Its closing is empty until somebody writes one. */
export function fieldsOfEmail(words: EmailWords): [string, EditableText][] {
  const { name, title, placeholders, subject, opening, otherOpening, note, button, otherButton } = words;
  const field = (kind: Kind, label: string, text: string | undefined, max = MAX_TEXT) =>
    text === undefined
      ? []
      : [[fieldOf(name, kind), { label, text, max, placeholders, part: title }] as [string, EditableText]];
  return [
    ...field("subject", "Subject", subject, MAX_SUBJECT),
    ...field("opening", "Opening", opening),
    ...field("otherOpening", `Opening when ${otherOpening?.when}`, otherOpening?.text),
    ...field("note", "Note", note),
    ...field("button", "Button", button, MAX_BUTTON),
    ...field("otherButton", `Button when ${otherButton?.when}`, otherButton?.text, MAX_BUTTON),
    ...field("closing", "Closing", ""),
  ];
}

/** Changed texts by the name of their field. */
export type ChangedEmailTexts = Readonly<Record<string, string>>;

const FIELD = /_(?:subject|opening|otherOpening|note|button|otherButton|closing)$/;

/** Returns the texts of a stored document that an email can say. */
export function changedEmailTexts(
  document: Readonly<Record<string, unknown>> | null | undefined,
): ChangedEmailTexts {
  return Object.fromEntries(
    Object.entries(document ?? {}).filter(
      (entry): entry is [string, string] =>
        FIELD.test(entry[0]) &&
        typeof entry[1] === "string" &&
        entry[1].trim() !== "" &&
        entry[1].length <= MAX_TEXT,
    ),
  );
}

/** Returns the words of an email with its facts filled in. */
export function wordEmail(
  words: EmailWords,
  changed: ChangedEmailTexts,
  values: Readonly<Record<string, string>>,
): EmailWording {
  const { name, subject, opening, otherOpening, note = "", button = "", otherButton } = words;
  const say = (kind: Kind, own: string) => fillIn(changed[fieldOf(name, kind)] ?? own, values);
  return {
    // A line break would end the header.
    subject: say("subject", subject).replaceAll(/\s+/g, " ").trim(),
    opening: say("opening", opening),
    otherOpening: say("otherOpening", otherOpening?.text ?? ""),
    note: say("note", note),
    button: say("button", button),
    otherButton: say("otherButton", otherButton?.text ?? ""),
    closing: say("closing", ""),
  };
}

const textProps = (props: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(props).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

/** Returns the parts of a template that its words decide. `values` are its placeholders, by default the props that are text. */
export function worded<Props extends object>(
  words: EmailWords,
  values: (props: Props) => Readonly<Record<string, string>> = textProps,
) {
  return {
    name: words.name,
    words,
    values,
    subject: (props: Props): string => wordEmail(words, {}, values(props)).subject,
  };
}
