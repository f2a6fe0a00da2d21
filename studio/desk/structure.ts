import { EditIcon } from "@sanity/icons/Edit";
import { TrashIcon } from "@sanity/icons/Trash";
import type { StructureBuilder, StructureResolver, StructureResolverContext } from "sanity/structure";
import { STUDIO_TEXTS } from "../../app/model/texts/groups.ts";
import { BinPane } from "../bin/bin-pane.tsx";
import { seesSubmissions } from "../model/access.ts";
import { inboxes, introPages, legalPages, orderedLists } from "../model/kinds.ts";
import { orderedItem } from "../ordering/ordered-item.ts";
import { couponsItem } from "./coupons.ts";
import { UnpublishedPane } from "../unpublished/unpublished-pane.tsx";
import { documentViews } from "./document-node.ts";
import { inboxItem } from "./inbox.ts";
import { unreadCounts } from "./unread-icon.tsx";

/** Returns the list of issued invoices and credit notes, newest first. */
function invoicesItem(S: StructureBuilder) {
  const list = S.documentTypeList("invoice")
    .title("Invoices")
    .defaultOrdering([
      { field: "issuedOn", direction: "desc" },
      { field: "_id", direction: "desc" },
    ])
    .initialValueTemplates([]);
  return S.listItem().id("invoice").title("Invoices").schemaType("invoice").child(list);
}

/** Returns the list of the files that questionnaires have, newest first. */
function filesItem(S: StructureBuilder) {
  const list = S.documentTypeList("storedFile")
    .title("Stored files")
    .defaultOrdering([{ field: "timeCreated", direction: "desc" }])
    .initialValueTemplates([]);
  return S.listItem().id("storedFile").title("Stored files").schemaType("storedFile").child(list);
}

/** Returns a list item that opens a singleton by its fixed id. */
function pinned(S: StructureBuilder, type: string, id: string, title: string) {
  return S.listItem()
    .id(id)
    .title(title)
    .schemaType(type)
    .child(S.document().schemaType(type).documentId(id).title(title).views(documentViews(S, type)));
}

function pinnedGroup(S: StructureBuilder, type: string, title: string, names: readonly string[]) {
  const items = names.map((name) => pinned(S, type, `${type}-${name}`, `/${name}`));
  return S.listItem().id(type).title(title).child(S.list().id(type).title(title).items(items));
}

/** Returns the list of the texts that have a default, by page. */
function textsItem(S: StructureBuilder) {
  const items = STUDIO_TEXTS.map(({ type, title }) => pinned(S, type, type, title));
  return S.listItem().id("texts").title("Texts").child(S.list().id("texts").title("Texts").items(items));
}

/** Returns the list of what visitors do not see yet. */
function unpublishedItem(S: StructureBuilder) {
  const title = "Unpublished changes";
  const pane = S.component(UnpublishedPane).id("unpublished").title(title);
  return S.listItem().id("unpublished").title(title).icon(EditIcon).child(pane);
}

/** Returns the list of what was deleted. */
function binItem(S: StructureBuilder) {
  const pane = S.component(BinPane).id("bin").title("Bin");
  return S.listItem().id("bin").title("Bin").icon(TrashIcon).child(pane);
}

function submissionItems(S: StructureBuilder, context: StructureResolverContext) {
  const unread = unreadCounts(context);
  return inboxes.map((inbox) => inboxItem(S, context, inbox, unread));
}

/** The structure: pages, then collections, then, for administrators, submissions. */
export const structure: StructureResolver = (S, context) =>
  S.list()
    .id("content")
    .title("Content")
    .items([
      unpublishedItem(S),
      S.divider(),
      pinned(S, "siteSettings", "siteSettings", "Site settings"),
      ...(seesSubmissions(context.currentUser)
        ? [pinned(S, "paymentSettings", "paymentSettings", "Payment settings")]
        : []),
      pinned(S, "look", "look", "Look and navigation"),
      pinned(S, "redirects", "redirects", "Redirects"),
      pinned(S, "homePage", "homePage", "Home page"),
      pinned(S, "aboutPage", "aboutPage", "About page"),
      pinnedGroup(S, "pageIntro", "Page openings", introPages),
      pinnedGroup(S, "legalPage", "Legal pages", legalPages),
      textsItem(S),
      S.documentTypeListItem("page")
        .title("Pages")
        .child(
          S.documentTypeList("page")
            .title("Pages")
            .defaultOrdering([{ field: "title", direction: "asc" }]),
        ),
      S.divider(),
      ...orderedLists.map((list) => orderedItem(S, list)),
      S.documentTypeListItem("post")
        .title("Posts")
        .child(
          S.documentTypeList("post")
            .title("Posts")
            .defaultOrdering([{ field: "publishedAt", direction: "desc" }]),
        ),
      S.documentTypeListItem("author").title("Authors"),
      ...(seesSubmissions(context.currentUser)
        ? [couponsItem(S), S.divider(), ...submissionItems(S, context), invoicesItem(S), filesItem(S)]
        : []),
      S.divider(),
      binItem(S),
    ]);
