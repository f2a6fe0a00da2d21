import { AddIcon } from "@sanity/icons/Add";
import { EditIcon } from "@sanity/icons/Edit";
import { EyeOpenIcon } from "@sanity/icons/EyeOpen";
import { TrashIcon } from "@sanity/icons/Trash";
import { orderableDocumentListDeskItem } from "@sanity/orderable-document-list";
import type { ComponentType } from "react";
import type {
  DefaultDocumentNodeResolver,
  ListBuilder,
  StructureBuilder,
  StructureResolver,
  StructureResolverContext,
  UserComponent,
} from "sanity/structure";
import { STUDIO_TEXTS } from "../../app/model/text-groups.ts";
import { BinPane } from "../bin/bin-pane.tsx";
import { seesSubmissions } from "../model/access.ts";
import { API_VERSION } from "../model/api.ts";
import { introPages, isOpenTo, legalPages, orderedLists, submissionLists } from "../model/kinds.ts";
import { hasSeo } from "../model/seo-preview.ts";
import { SeoView } from "../seo/seo-view.tsx";
import { UnpublishedPane } from "../unpublished/unpublished-pane.tsx";

/** Returns the views of a document: the form, and the search preview when the type has a page. */
const documentViews = (S: StructureBuilder, schemaType: string) => [
  S.view.form(),
  ...(hasSeo(schemaType)
    ? [S.view.component(SeoView).id("seo").title("How it is found").icon(EyeOpenIcon)]
    : []),
];

/** Applies the same views to documents opened from a link or a list. */
export const documentNode: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  S.document().views(documentViews(S, schemaType));

/** Returns a list item that opens a singleton by its fixed id. */
const pinned = (S: StructureBuilder, type: string, id: string, title: string) =>
  S.listItem()
    .id(id)
    .title(title)
    .schemaType(type)
    .child(S.document().schemaType(type).documentId(id).title(title).views(documentViews(S, type)));

const group = (S: StructureBuilder, id: string, title: string, items: ReturnType<typeof pinned>[]) =>
  S.listItem().id(id).title(title).child(S.list().id(id).title(title).items(items));

const pinnedGroup = (S: StructureBuilder, type: string, title: string, names: readonly string[]) =>
  group(
    S,
    type,
    title,
    names.map((name) => pinned(S, type, `${type}-${name}`, `/${name}`)),
  );

/** Returns the list of a type in an order of its own. */
const sorted = (S: StructureBuilder, type: string, title: string, field: string, direction: "asc" | "desc") =>
  S.documentTypeListItem(type)
    .title(title)
    .child(S.documentTypeList(type).title(title).defaultOrdering([{ field, direction }]));

/** Returns the list of documents that only the site writes, newest first. */
function recordsItem(S: StructureBuilder, type: string, title: string, ...newestBy: string[]) {
  const list = S.documentTypeList(type)
    .title(title)
    .defaultOrdering(newestBy.map((field) => ({ field, direction: "desc" })))
    .initialValueTemplates([]);
  return S.listItem().id(type).title(title).schemaType(type).child(list);
}

/** Returns a list item that opens a pane of our own. */
const paneItem = (S: StructureBuilder, id: string, title: string, icon: ComponentType, pane: UserComponent) =>
  S.listItem().id(id).title(title).icon(icon).child(S.component(pane).id(id).title(title));

/** Returns a list in the order of the site, sortable by dragging. */
function orderedItem(
  S: StructureBuilder,
  context: StructureResolverContext,
  { type, title }: (typeof orderedLists)[number],
) {
  const item = orderableDocumentListDeskItem({ S, context, type, title, id: type });
  // The plugin has one icon for all, and names the list after one of its documents.
  Object.assign(item, { icon: context.schema.get(type)?.icon });
  Object.assign(item.child ?? {}, { title });
  return item;
}

/** Opens a new coupon. The Studio never makes an id with a dot by itself, so the URL names one. */
function openNewCoupon() {
  const base = location.pathname.replace(/\/structure.*$/, "");
  location.assign(`${base}/intent/create/type=coupon;id=coupon.${crypto.randomUUID()}/`);
}

/** Returns the list of coupons, with our own button to create one. */
function couponsItem(S: StructureBuilder) {
  const add = S.menuItem().title("New coupon").icon(AddIcon).showAsAction(true).action(openNewCoupon);
  // Not `documentTypeList`, whose button would create a coupon that everybody can read.
  const list = S.documentList()
    .id("coupon")
    .title("Coupons")
    .schemaType("coupon")
    .apiVersion(API_VERSION)
    .filter("_type == $type")
    .params({ type: "coupon" })
    .initialValueTemplates([])
    .menuItems([add]);
  return S.listItem().id("coupon").title("Coupons").schemaType("coupon").child(list);
}

/** Returns the type of the documents that an item opens; `""` for panes of our own, groups and dividers. */
function schemaTypeOf(item: Parameters<ListBuilder["items"]>[0][number]): string {
  const type = "getSchemaType" in item ? item.getSchemaType() : undefined;
  return typeof type === "string" ? type : (type?.name ?? "");
}

/** The structure: pages, then collections, then, for administrators, submissions. Private types are in no list of an editor. */
export const structure: StructureResolver = (S, context) => {
  const isAdmin = seesSubmissions(context.currentUser);
  const texts = STUDIO_TEXTS.map(({ type, title }) => pinned(S, type, type, title));
  const items = [
    paneItem(S, "unpublished", "Unpublished changes", EditIcon, UnpublishedPane),
    S.divider(),
    pinned(S, "siteSettings", "siteSettings", "Site settings"),
    pinned(S, "paymentSettings", "paymentSettings", "Payment settings"),
    pinned(S, "look", "look", "Look and navigation"),
    pinned(S, "redirects", "redirects", "Redirects"),
    pinned(S, "homePage", "homePage", "Home page"),
    pinned(S, "aboutPage", "aboutPage", "About page"),
    pinnedGroup(S, "pageIntro", "Page openings", introPages),
    pinnedGroup(S, "legalPage", "Legal pages", legalPages),
    group(S, "texts", "Texts", texts),
    sorted(S, "page", "Pages", "title", "asc"),
    S.divider(),
    ...orderedLists.map((list) => orderedItem(S, context, list)),
    sorted(S, "post", "Posts", "publishedAt", "desc"),
    S.documentTypeListItem("author").title("Authors"),
    couponsItem(S),
    ...(isAdmin ? [S.divider()] : []),
    ...submissionLists.map(({ type, title, date }) => recordsItem(S, type, title, date)),
    recordsItem(S, "invoice", "Invoices", "issuedOn", "_id"),
    recordsItem(S, "storedFile", "Stored files", "timeCreated"),
    S.divider(),
    paneItem(S, "bin", "Bin", TrashIcon, BinPane),
  ];
  return S.list()
    .id("content")
    .title("Content")
    .items(items.filter((item) => isOpenTo(isAdmin, schemaTypeOf(item))));
};
