import type { DocumentActionComponent, DocumentActionsResolver } from "sanity";
import { inboxOf, isProtected, isPinned } from "../model/kinds.ts";
import { downloadJson } from "../submissions/download-json.ts";
import { closeSubmission, markReviewed } from "../submissions/status-actions.ts";

/** Actions that would duplicate or remove a singleton. */
const notForPinned = new Set(["delete", "duplicate", "unpublish", "unpublishVersion"]);

const isAllowed = ({ action }: DocumentActionComponent) => !action || !notForPinned.has(action);

/** Submissions have only our own actions: none of Sanity's may change or remove what a visitor sent. */
export const documentActions: DocumentActionsResolver = (actions, { schemaType }) => {
  const inbox = inboxOf(schemaType);
  if (inbox) return inbox.hasStatus ? [markReviewed, closeSubmission, downloadJson] : [downloadJson];
  if (isPinned(schemaType)) return actions.filter(isAllowed);
  // The copy of a coupon would get an id that visitors can read.
  if (schemaType === "coupon") return actions.filter(({ action }) => action !== "duplicate");
  return isProtected(schemaType) ? [] : actions;
};
