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

/** Returns the id of a heading that no other heading of the page has, and notes it. */
export function uniqueHeadingId(text: string, given: GivenIds): string {
  const id = headingId(text) || "part";
  const times = (given.get(id) ?? 0) + 1;
  given.set(id, times);
  return times === 1 ? id : `${id}-${times}`;
}

/** Returns the headings of a text, in order. `given` are the ids of the page's other headings. */
export function headingsOf(text: RichText | null | undefined, given: GivenIds = new Map()): Heading[] {
  return (text ?? []).flatMap((block) => {
    if (block.style !== "h2" && block.style !== "h3") return [];
    const words = toPlainText(block as never);
    return {
      key: block._key,
      id: uniqueHeadingId(words, given),
      text: words,
      level: block.style === "h2" ? 2 : 3,
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
