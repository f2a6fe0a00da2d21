import type { DocumentActionComponent, DocumentActionsResolver } from "sanity";
import { inboxOf, isKeptWhole, isPinned } from "../model/kinds.ts";
import { downloadJson } from "../submissions/download-json.ts";
import { closeSubmission, markReviewed } from "../submissions/status-actions.ts";

/** What would make a second one of a document that is there once, or take it away. */
const notForPinned = new Set(["delete", "duplicate", "unpublish", "unpublishVersion"]);

const isAllowed = ({ action }: DocumentActionComponent) => !action || !notForPinned.has(action);

/** Submissions know only their own actions: none of Sanity's may change or remove what a visitor sent. */
export const documentActions: DocumentActionsResolver = (actions, { schemaType }) => {
  const inbox = inboxOf(schemaType);
  if (inbox) return inbox.hasStatus ? [markReviewed, closeSubmission, downloadJson] : [downloadJson];
  if (isPinned(schemaType)) return actions.filter(isAllowed);
  // The copy of a coupon would have an id that visitors can read.
  if (schemaType === "coupon") return actions.filter(({ action }) => action !== "duplicate");
  return isKeptWhole(schemaType) ? [] : actions;
};
