import type {
  DocumentActionComponent,
  DocumentActionsResolver,
  DocumentBadgeComponent,
  DocumentBadgesResolver,
  NewDocumentOptionsResolver,
  ConfigContext,
  Tool,
} from "sanity";
import { inboxOf, isOffered, isOpenTo, isProtected, isPinned } from "../model/kinds.ts";
import { closeSubmission, downloadJson, markReviewed } from "../submissions/actions.ts";
import { badgesOf } from "../model/badges.ts";
import { isDeveloper, seesSubmissions } from "../model/access.ts";
import { HomeIcon } from "@sanity/icons/Home";
import { StartPage } from "../start/start-page.tsx";

/** Actions that would duplicate or remove a singleton. */
const notForPinned = new Set(["delete", "duplicate", "unpublish", "unpublishVersion"]);

const isAllowed = ({ action }: DocumentActionComponent) => !action || !notForPinned.has(action);

/** Submissions have only our own actions: none of Sanity's may change or remove what a visitor sent. */
export const documentActions: DocumentActionsResolver = (actions, { schemaType, currentUser }) => {
  if (!isOpenTo(seesSubmissions(currentUser), schemaType)) return [];
  const inbox = inboxOf(schemaType);
  if (inbox) return inbox.hasStatus ? [markReviewed, closeSubmission, downloadJson] : [downloadJson];
  if (isPinned(schemaType)) return actions.filter(isAllowed);
  // The copy of a coupon would get an id that visitors can read.
  if (schemaType === "coupon") return actions.filter(({ action }) => action !== "duplicate");
  return isProtected(schemaType) ? [] : actions;
};

/** Sanity asks each component for one badge; no document has more than five. */
const nth =
  (index: number): DocumentBadgeComponent =>
  ({ draft, published }) => {
    const document = draft ?? published;
    return (document && badgesOf(document)[index]) ?? null;
  };

const ours = [nth(0), nth(1), nth(2), nth(3), nth(4)];

/** Submissions have no drafts, so Sanity's own badge would always be a red "Live": ours replace it. */
export const documentBadges: DocumentBadgesResolver = (badges, { schemaType }) =>
  inboxOf(schemaType) ? ours : [...badges, ...ours];

/** A type's template has its name. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options, { currentUser }) =>
  options.filter(({ templateId }) => isOffered(seesSubmissions(currentUser), templateId));

/** The first tool, and so the page that the Studio opens with. */
const startTool: Tool = { name: "start", title: "Start", icon: HomeIcon, component: StartPage };

/** Puts the start page first, because the Studio opens the first tool. Vision is for developers only. */
export const studioTools = (tools: Tool[], { currentUser }: ConfigContext): Tool[] => [
  startTool,
  ...tools.filter(({ name }) => name !== "vision" || isDeveloper(currentUser)),
];
