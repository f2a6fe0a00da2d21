import type { AmountRow } from "../contracts/amounts.ts";
import { fillIn, type EditableText } from "../texts/texts.ts";
import type { EmailBrand } from "./brand.ts";

/** Fills the placeholders of an email's words. */
type Values = Readonly<Record<string, string>>;

export interface Fact {
  label: string;
  value: string;
}

/** What an email says instead in one case. */
interface OtherCase<Props extends object> {
  /** The case, for the title of its field: `Opening when {when}`. */
  when: string;
  text: string;
  is(props: Props): boolean;
}

/**
 * One kind of email, as a row: its words, which editors may change, and what stands between them in the order of this list.
 * Facts, amounts and what the law asks for stay code. The layout (brand, footer, colors) is added around it.
 */
export interface EmailTemplate<Props extends object = object> {
  /** Queued jobs refer to the template by this name, so it must not change. */
  name: string;
  title: string;
  /** Facts that its words can name, as `{reference}`; by default those of `values`. */
  placeholders?: readonly string[];
  subject: string;
  /** The facts that its words can name; by default the props that are text. */
  values?(props: Props): Values;
  /** The first paragraph. */
  opening: string;
  otherOpening?: OtherCase<Props>;
  /** A paragraph of its own, such as what to do when the email is a mistake. */
  note?: string;
  /** Whether the note is said; always by default. */
  hasNote?(props: Props): boolean;
  /** The note follows the opening, not the facts. */
  isNoteFirst?: true;
  amounts?(props: Props): readonly AmountRow[];
  /** The facts stand above the amounts. */
  isFactsFirst?: true;
  facts?(props: Props): readonly Fact[];
  /** What somebody wrote, repeated up to 2,000 characters. */
  quote?(props: Props): string | undefined;
  paragraphs?(props: Props, brand: EmailBrand): readonly string[];
  /** Label of the button, or of the link in its place; absent where there is none. */
  button?: string;
  otherButton?: OtherCase<Props>;
  /** Where the button leads. */
  link?(props: Props): string;
  /** A link in place of the button, because the email asks for nothing. */
  isQuiet?: true;
  /** Further links, below the button. */
  links?(props: Props): readonly { label: string; href: string }[];
  /** The version of the policy that the client agreed to, which is linked. */
  policyVersion?(props: Props): string;
  /** Sample props, for the gallery and the tests. */
  preview: Props;
  /** What differs from them in the other cases that its words know, for the tests. */
  otherPreviews?: readonly Partial<Props>[];
}

/** The words of an email as editors wrote them, for its case and with its facts filled in; `""` where there are none. */
export interface EmailWording {
  subject: string;
  opening: string;
  note: string;
  button: string;
  closing: string;
}

type Kind = keyof EmailWording | "otherOpening" | "otherButton";

const MAX_TEXT = 600;
const MAX_SUBJECT = 120;
const MAX_BUTTON = 60;

/** Returns the name of a field of the document `emailTexts`. */
const fieldOf = (name: string, kind: Kind): string => `${name.replaceAll("-", "_")}_${kind}`;

/** Returns the fields of an email in the Studio. Its closing is empty until somebody writes one. */
export function fieldsOfEmail(template: EmailTemplate): [string, EditableText][] {
  const { name, title, subject, opening, otherOpening, note, button, otherButton } = template;
  const placeholders = template.placeholders ?? Object.keys(template.values?.(template.preview) ?? {});
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

type ChangedEmailTexts = Readonly<Record<string, string>>;

const textProps = (props: object): Values =>
  Object.fromEntries(
    Object.entries(props).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

/** Returns the words of an email with its facts filled in, for these props. */
export function wordEmail<Props extends object>(
  template: EmailTemplate<Props>,
  props: Props,
  changed: ChangedEmailTexts = {},
): EmailWording {
  const values = template.values?.(props) ?? textProps(props);
  const say = (kind: Kind, own = "") => fillIn(changed[fieldOf(template.name, kind)] ?? own, values);
  const { opening, otherOpening, note, button, otherButton } = template;
  return {
    // A line break would end the header.
    subject: say("subject", template.subject).replaceAll(/\s+/g, " ").trim(),
    opening: otherOpening?.is(props) ? say("otherOpening", otherOpening.text) : say("opening", opening),
    note: template.hasNote?.(props) === false ? "" : say("note", note),
    button: otherButton?.is(props) ? say("otherButton", otherButton.text) : say("button", button),
    closing: say("closing"),
  };
}
