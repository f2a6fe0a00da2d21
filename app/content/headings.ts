import { toPlainText } from "@portabletext/react";
import { headingId } from "./heading-id.ts";
import type { RichText } from "./rich-text.ts";

export interface Heading {
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
