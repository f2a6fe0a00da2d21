import { AddIcon } from "@sanity/icons/Add";
import type { StructureBuilder } from "sanity/structure";
import { API_VERSION } from "../model/api.ts";

/** Opens a new coupon. The Studio never makes an id with a dot by itself, so the URL names one. */
function openNewCoupon() {
  const base = location.pathname.replace(/\/structure.*$/, "");
  location.assign(`${base}/intent/create/type=coupon;id=coupon.${crypto.randomUUID()}/`);
}

/** Returns the list of coupons, with our own button to create one. */
export function couponsItem(S: StructureBuilder) {
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
