import { HomeIcon } from "@sanity/icons/Home";
import type {
  DocumentActionComponent,
  DocumentActionsResolver,
  DocumentBadgeComponent,
  DocumentBadgesResolver,
  NewDocumentOptionsResolver,
  ConfigContext,
  Tool,
} from "sanity";
import { kindOfType } from "../../app/model/tables.ts";
import { isDeveloper, seesSubmissions } from "../model/access.ts";
import { badgeOf } from "../model/badges.ts";
import { isOffered, isOpenTo, isProtected, isPinned } from "../model/kinds.ts";
import { StartPage } from "../start/start-page.tsx";
import { openInDashboard } from "../submissions/open-in-dashboard.ts";
import { askToPublish } from "./ask-to-publish.ts";
import { ranked } from "./duplicate.ts";

/** Actions that would duplicate or remove a singleton. */
const notForPinned = new Set(["delete", "duplicate", "unpublish", "unpublishVersion"]);

/** Cached, because a component that is created again with every render would lose its state. */
const replacements = new WeakMap<DocumentActionComponent, DocumentActionComponent>();

const replaced = (action: DocumentActionComponent): DocumentActionComponent => {
  if (!replacements.has(action)) {
    if (action.action === "publish") replacements.set(action, askToPublish(action));
    if (action.action === "duplicate") replacements.set(action, ranked(action));
  }
  return replacements.get(action) ?? action;
};

const isAllowed = ({ action }: DocumentActionComponent) => !action || !notForPinned.has(action);

/** None of Sanity's actions may change or remove what a visitor sent: submissions lead to the dashboard. */
export const documentActions: DocumentActionsResolver = (given, { schemaType, currentUser }) => {
  if (!isOpenTo(seesSubmissions(currentUser), schemaType)) return [];
  if (kindOfType(schemaType)) return [openInDashboard];
  const actions = given.map(replaced);
  if (isPinned(schemaType)) return actions.filter(isAllowed);
  // The copy of a coupon would get an id that visitors can read.
  if (schemaType === "coupon") return actions.filter(({ action }) => action !== "duplicate");
  return isProtected(schemaType) ? [] : actions;
};

const shownBadge: DocumentBadgeComponent = ({ draft, published }) => {
  const document = draft ?? published;
  return document && badgeOf(document);
};

/** What only the site writes has no drafts, so Sanity's own badge would always be a red "Live". */
export const documentBadges: DocumentBadgesResolver = (badges, { schemaType }) =>
  kindOfType(schemaType) ? [] : [...badges, shownBadge];

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
