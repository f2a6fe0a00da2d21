import type { DocumentBadgeComponent } from "sanity";
import { badgesOf } from "../model/badges.ts";

/** Sanity asks each component for one badge; no document has more than four. */
const nth =
  (index: number): DocumentBadgeComponent =>
  ({ draft, published }) => {
    const document = draft ?? published;
    return (document && badgesOf(document)[index]) ?? null;
  };

const ours = [nth(0), nth(1), nth(2), nth(3)];

export const documentBadges = (badges: DocumentBadgeComponent[]): DocumentBadgeComponent[] => [
  ...badges,
  ...ours,
];
