import { AddIcon } from "@sanity/icons/Add";
import type { StructureBuilder } from "sanity/structure";
import { OrderedPane } from "./ordered-pane.tsx";

interface OrderedList {
  type: string;
  title: string;
  /** One of them, in lower case: "new service". */
  one: string;
}

/** A list in the order of the site, which is changed by dragging. */
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
