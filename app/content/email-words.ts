import { fillIn, type EditableText } from "./texts.ts";

/** The words of one kind of email that editors may change. Facts, amounts and what the law asks for stay code. */
export interface EmailWords {
  /** Name of its template. */
  name: string;
  title: string;
  /** Facts that subject and opening can name, as `{reference}`. */
  placeholders: readonly string[];
  subject: string;
  /** The first paragraph; absent where it depends on what happened. */
  opening?: string;
}

/** What the subject of a notice about a submission can name; its `status` says that spam is suspected. */
export const NOTICE_PLACEHOLDERS = ["status", "reference", "name", "email"] as const;

type Kind = "subject" | "opening" | "closing";

const MAX_TEXT = 600;

/** Returns the name of a field of the document `emailTexts`. */
const fieldOf = (name: string, kind: Kind): string => `${name.replaceAll("-", "_")}_${kind}`;

/** Returns the fields of an email in the Studio. Its closing is empty until somebody writes one. */
export function fieldsOfEmail({
  name,
  title,
  placeholders,
  subject,
  opening,
}: EmailWords): [string, EditableText][] {
  const shared = { placeholders, part: title };
  const closing = { ...shared, label: "Closing", text: "", max: MAX_TEXT };
  return [
    [fieldOf(name, "subject"), { ...shared, label: "Subject", text: subject, max: 120 }],
    ...(opening === undefined
      ? []
      : [
          [fieldOf(name, "opening"), { ...shared, label: "Opening", text: opening, max: MAX_TEXT }] as [
            string,
            EditableText,
          ],
        ]),
    [fieldOf(name, "closing"), closing],
  ];
}

/** Changed texts by the name of their field. */
export type ChangedEmailTexts = Readonly<Record<string, string>>;

/** Returns the texts of a stored document that an email can say. */
export function changedEmailTexts(
  document: Readonly<Record<string, unknown>> | null | undefined,
): ChangedEmailTexts {
  return Object.fromEntries(
    Object.entries(document ?? {}).filter(
      (entry): entry is [string, string] =>
        /_(?:subject|opening|closing)$/.test(entry[0]) &&
        typeof entry[1] === "string" &&
        entry[1].trim() !== "" &&
        entry[1].length <= MAX_TEXT,
    ),
  );
}

/** Returns the words of an email with its facts filled in; those that are not written are "". */
export function wordEmail(
  { name, subject, opening = "" }: EmailWords,
  changed: ChangedEmailTexts,
  values: Readonly<Record<string, string>>,
): Record<Kind, string> {
  const say = (kind: Kind, own: string) => fillIn(changed[fieldOf(name, kind)] ?? own, values);
  return {
    // A line break would end the header.
    subject: say("subject", subject).replaceAll(/\s+/g, " ").trim(),
    opening: say("opening", opening),
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
