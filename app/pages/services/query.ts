import { defineQuery } from "groq";
import {
  closingFragment,
  hasOrderForm,
  imageFragment,
  byRank,
  introFragment,
  richTextFragment,
} from "../../content/fragments.ts";
import type { WithRichText } from "../../content/rich-text.ts";
import type { ServicesQueryResult } from "../../content/sanity.types.ts";
import type { CatalogueEntry } from "../../model/contracts/services.ts";

export const servicesQuery = defineQuery(`{
  "intro": *[_type == "pageIntro" && _id == "pageIntro-services"][0]{ ${introFragment} },
  "services": *[_type == "pageService" && defined(slug.current)] | ${byRank}{
    _id, title, "slug": slug.current, summary, "description": description[]{ ${richTextFragment} }, icon,
    "features": coalesce(features, []),
    "image": image{ ${imageFragment} },
    "orders": coalesce(orderServices[${hasOrderForm} && @->_type == "orderService" && @->active != false]->{
      serviceId, title, priceCents, kind
    }, [])
  },
  "tax": *[_type == "paymentSettings" && _id == "paymentSettings"][0].tax{ name, percent },
  ${closingFragment}
}`);

type FoundService = WithRichText<ServicesQueryResult["services"][number], "description">;
/** A service of the page, with the services of the order form that belong to it. */
export type ServiceData = Omit<FoundService, "orders"> & { orders: CatalogueEntry[] };
export type ServicesPageData = Omit<ServicesQueryResult, "services"> & { services: FoundService[] };
