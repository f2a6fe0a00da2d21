import { EyeOpenIcon } from "@sanity/icons/EyeOpen";
import type { DefaultDocumentNodeResolver } from "sanity/structure";
import { hasSeo } from "../model/seo-preview.ts";
import { SeoView } from "../seo/seo-view.tsx";

/** The form, and beside it how the page looks to search engines, if it has one. */
export const documentNode: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  S.document().views([
    S.view.form(),
    ...(hasSeo(schemaType)
      ? [S.view.component(SeoView).id("seo").title("Search and sharing").icon(EyeOpenIcon)]
      : []),
  ]);
