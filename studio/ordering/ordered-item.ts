import { AddIcon } from "@sanity/icons/Add";
import type { StructureBuilder } from "sanity/structure";
import { OrderedPane } from "./ordered-pane.tsx";

interface OrderedList {
  type: string;
  title: string;
  /** Singular, in lower case: "service". */
  one: string;
}

/** Returns a list in the order of the site, sortable by dragging. */
export function orderedItem(S: StructureBuilder, { type, title, one }: OrderedList) {
  const pane = S.component(OrderedPane)
    .id(type)
    .title(title)
    .options({ type })
    .child((id) => S.document().documentId(id).schemaType(type))
    .canHandleIntent((intent, params) => ["edit", "create"].includes(intent) && params.type === type)
    .menuItems([
      S.menuItem()
        .title(`New ${one}`)
        .icon(AddIcon)
        .intent({ type: "create", params: { type, template: type } })
        .showAsAction(true),
    ]);
  return S.listItem().id(type).title(title).schemaType(type).child(pane);
}
