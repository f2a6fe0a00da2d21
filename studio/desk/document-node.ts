import { EyeOpenIcon } from "@sanity/icons/EyeOpen";
import type { DefaultDocumentNodeResolver, StructureBuilder } from "sanity/structure";
import { hasSeo } from "../model/seo-preview.ts";
import { SeoView } from "../seo/seo-view.tsx";

/** The form, and beside it how the page looks to search engines, if it has one. */
export const documentViews = (S: StructureBuilder, schemaType: string) => [
  S.view.form(),
  ...(hasSeo(schemaType)
    ? [S.view.component(SeoView).id("seo").title("How it is found").icon(EyeOpenIcon)]
    : []),
];

/** The same for documents that are opened from a link or a list. */
export const documentNode: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  S.document().views(documentViews(S, schemaType));
