import type { LakeDocument } from "./document.ts";

/** By type the attribute with the date from which strangers may read a document. */
export type PublicFrom = ReadonlyMap<string, string>;

/** Returns since when strangers may read a document with a public id, in ms since 1970: `Infinity` without a valid date. */
export function publicSince(document: LakeDocument, publicFrom: PublicFrom): number {
  const attribute = publicFrom.get(document._type);
  if (attribute === undefined) return 0;
  const date = document[attribute];
  const since = typeof date === "string" ? Date.parse(date) : NaN;
  return Number.isNaN(since) ? Infinity : since;
}

/** True if there is such a document and it is not dated ahead. */
export const isDue = (document: LakeDocument | null | undefined, publicFrom: PublicFrom): boolean =>
  document ? publicSince(document, publicFrom) <= Date.now() : false;
