import { toPlainText } from "@portabletext/react";

/**
 * One block of running text (portable text) as a query answers it. Only what the site itself looks at is named; the rest
 * is the renderer's, see portable-text.tsx.
 */
export interface RichTextBlock {
  _type: string;
  _key: string;
  /** `normal`, `h2`, `blockquote`...; not on pictures. */
  style?: string | undefined;
}

export type RichText = RichTextBlock[];

/** A query's answer whose running text is only known as that; the generated types do not survive loader data. */
export type WithRichText<Answer, Field extends keyof Answer> = Omit<Answer, Field> & {
  [Name in Field]: RichText | null;
};

interface Heading {
  /** Key of its block. */
  key: string;
  /** Its anchor, unlike any other of the text: a second `The order` is `the-order-2`. */
  id: string;
  text: string;
  level: 2 | 3;
}

/** The headings of a running text, in order. */
export function headingsOf(text: RichText | null | undefined): Heading[] {
  const seen = new Map<string, number>();
  return (text ?? []).flatMap((block) => {
    if (block.style !== "h2" && block.style !== "h3") return [];
    const words = toPlainText(block as never);
    const id = headingId(words) || "part";
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    return {
      key: block._key,
      id: times === 1 ? id : `${id}-${times}`,
      text: words,
      level: block.style === "h2" ? 2 : 3,
    } satisfies Heading;
  });
}

/** The id of a heading from its words: `How we work` → `how-we-work`. */
export function headingId(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
