import type { DocumentBadgeComponent, DocumentBadgesResolver } from "sanity";
import { badgesOf } from "../model/badges.ts";
import { inboxOf } from "../model/kinds.ts";

/** Sanity asks each component for one badge; no document has more than four. */
const nth =
  (index: number): DocumentBadgeComponent =>
  ({ draft, published }) => {
    const document = draft ?? published;
    return (document && badgesOf(document)[index]) ?? null;
  };

const ours = [nth(0), nth(1), nth(2), nth(3)];

/** Submissions have no drafts, so Sanity's own badge would always be a red "Live": ours replace it. */
export const documentBadges: DocumentBadgesResolver = (badges, { schemaType }) =>
  inboxOf(schemaType) ? ours : [...badges, ...ours];
