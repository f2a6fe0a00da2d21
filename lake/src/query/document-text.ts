import type { LakeDocument } from "../document.ts";

/** No id begins like it, so nothing that is stored is hidden by it. */
const TEXT_OF = "*text:";

/** What a document's id is put behind to refer to its text. @param part leaves out the texts that do not hold it */
export const textReference = (part: string): string => `${TEXT_OF}${part}:`;

/** Says how a portable text is shown, not what it says. */
const SHAPE = new Set(["style", "listItem", "level", "marks"]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The words of a block as they are read: formatting may end in the middle of one. */
function spansOf(block: Record<string, unknown>): string | undefined {
  if (block["_type"] !== "block" || !Array.isArray(block["children"])) return undefined;
  return block["children"]
    .map((child: unknown) => (isObject(child) && typeof child["text"] === "string" ? child["text"] : " "))
    .join("");
}

const asSearched = (text: string): string => text.replaceAll(/\s+/gu, " ").toLowerCase();

function gather(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(asSearched(value));
  else if (Array.isArray(value)) for (const part of value) gather(part, texts);
  else if (isObject(value)) {
    const spans = spansOf(value);
    if (spans !== undefined) texts.push(asSearched(spans));
    for (const [name, part] of Object.entries(value)) {
      // Ids, types, keys and references are no text.
      if (name.startsWith("_") || (spans !== undefined && SHAPE.has(name))) continue;
      if (spans === undefined || name !== "children") gather(part, texts);
      else
        for (const child of part as unknown[])
          if (isObject(child) && child["_type"] !== "span") gather(child, texts);
    }
  }
}

/** Stored documents never change, so their text stays what it is. */
const known = new WeakMap<LakeDocument, readonly string[]>();

/** Every text in a document in small letters, as the left side of `@ match text::query(…)` reads it. Not for changing. */
export function textsOf(document: LakeDocument): readonly string[] {
  let texts = known.get(document);
  if (!texts) {
    const gathered: string[] = [];
    gather(document, gathered);
    texts = gathered;
    known.set(document, texts);
  }
  return texts;
}

/** What a reference of `textReference` and an id points at; undefined for any other. */
export function textAt(
  reference: string,
  get: (id: string) => LakeDocument | undefined,
): readonly string[] | undefined {
  if (!reference.startsWith(TEXT_OF)) return undefined;
  const end = reference.lastIndexOf(":"); // no id holds one
  const document = get(reference.slice(end + 1));
  const part = reference.slice(TEXT_OF.length, end);
  return document ? textsOf(document).filter((text) => text.includes(part)) : [];
}
