import { AddIcon } from "@sanity/icons/Add";
import type { StructureBuilder } from "sanity/structure";
import { API_VERSION } from "../model/api.ts";

/** Opens a new coupon. Its id has a dot, which the Studio gives no document by itself; so it is named in the address. */
function openNewCoupon() {
  const base = location.pathname.replace(/\/structure.*$/, "");
  location.assign(`${base}/intent/create/type=coupon;id=coupon.${crypto.randomUUID()}/`);
}

/** The coupons, with a button of their own in place of the usual one. */
export function couponsItem(S: StructureBuilder) {
  const add = S.menuItem().title("New coupon").icon(AddIcon).showAsAction(true).action(openNewCoupon);
  // Not a list of the type, whose own button would make one that everybody can see.
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
