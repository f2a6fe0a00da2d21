import { toPlainText } from "@portabletext/react";

/**
 * A block of portable text. Declares only the fields that the site reads itself; portable-text.tsx renders the rest.
 */
export interface RichTextBlock {
  _type: string;
  _key: string;
  /** `normal`, `h2`, `blockquote`...; not on pictures. */
  style?: string | undefined;
}

export type RichText = RichTextBlock[];

/** A piece of code: plain, or with what it is, of which its color follows. */
export type CodeToken = string | [text: string, kind: TokenKind];
export type TokenKind = "comment" | "keyword" | "name" | "number" | "string";

/** A block of code as editors wrote it; `highlight` leaves its tokens in place of the code. */
export interface CodeBlock {
  _type: "code";
  language?: string | null;
  code?: string;
  tokens?: CodeToken[];
}

export const isCode = (value: { _type?: unknown }): value is CodeBlock => value._type === "code";

/** A query result whose portable text is typed loosely: the generated types do not survive the serialization of loader data. */
export type WithRichText<Answer, Field extends keyof Answer> = Omit<Answer, Field> & {
  [Name in Field]: RichText | null;
};

export interface Heading {
  /** Key of its block. */
  key: string;
  /** Its anchor, unique in the text: a second `The order` is `the-order-2`. */
  id: string;
  text: string;
  level: 2 | 3;
}

/** How often each id was given on a page. */
export type GivenIds = Map<string, number>;

/** Ids of the layout and of forms, which headings must not repeat. */
const TAKEN_IDS = ["content", "contact", "newsletter", "contours", "beam", "fade", "glow", "side"];

/** Returns the ids that a page has before its headings. */
export const takenIds = (): GivenIds => new Map(TAKEN_IDS.map((id) => [id, 1]));

/** Returns the id of a heading that no other heading of the page has, and notes it. */
export function uniqueHeadingId(text: string, given: GivenIds): string {
  const id = headingId(text) || "part";
  let times = (given.get(id) ?? 0) + 1;
  const idOf = () => (times === 1 ? id : `${id}-${times}`);
  // Another heading may be called `Step 2` in so many words.
  while (times > 1 && given.has(idOf())) times += 1;
  given.set(id, times);
  if (times > 1) given.set(idOf(), 1);
  return idOf();
}

/** The level of a heading on the page. Its own title is the first, so a pasted or imported heading 1 is one of the second. */
const LEVELS: Readonly<Record<string, 2 | 3>> = { h1: 2, h2: 2, h3: 3 };

/** Returns the headings of a text that have words, in order. `given` are the ids of the page's other headings. */
export function headingsOf(text: RichText | null | undefined, given: GivenIds = takenIds()): Heading[] {
  return (text ?? []).flatMap((block) => {
    const level = LEVELS[block.style ?? ""];
    const words = level ? toPlainText(block as never).trim() : "";
    if (!level || !words) return [];
    return {
      key: block._key,
      id: uniqueHeadingId(words, given),
      text: words,
      level,
    } satisfies Heading;
  });
}

/** Returns the id of a heading: `How we work` → `how-we-work`. */
export function headingId(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
