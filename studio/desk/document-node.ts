import { EyeOpenIcon } from "@sanity/icons/EyeOpen";
import type { DefaultDocumentNodeResolver, StructureBuilder } from "sanity/structure";
import { hasSeo } from "../model/seo-preview.ts";
import { SeoView } from "../seo/seo-view.tsx";

/** Returns the views of a document: the form, and the search preview when the type has a page. */
export const documentViews = (S: StructureBuilder, schemaType: string) => [
  S.view.form(),
  ...(hasSeo(schemaType)
    ? [S.view.component(SeoView).id("seo").title("How it is found").icon(EyeOpenIcon)]
    : []),
];

/** Applies the same views to documents opened from a link or a list. */
export const documentNode: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  S.document().views(documentViews(S, schemaType));
