import { useRouteLoaderData } from "@remix-run/react";

/** A field of a document, such as `headline` of `homePage`. */
export interface EditableField {
  id: string;
  type: string;
  path: string;
}

/** The opening of a page that is otherwise a list or a form. */
export const openingOf = (page: string): EditableField => ({
  id: `pageIntro-${page}`,
  type: "pageIntro",
  path: "heading",
});

/** Attributes that an element is spread with. Empty for visitors. */
export type EditableAttributes = { "data-sanity"?: string };

/** Where the Studio is, from the site's root. */
const STUDIO = "/studio";

/**
 * Says of an element which field it shows, so that a click on it in the Studio's preview opens that field. Only an editor who
 * previews gets the attribute; the format is that of Sanity's overlay (`createDataAttribute` of @sanity/visual-editing).
 */
export function useEditable(): (field: EditableField) => EditableAttributes {
  const root = useRouteLoaderData("root") as { preview?: true } | undefined;
  if (!root?.preview) return () => ({});
  return ({ id, type, path }) => ({
    "data-sanity": `id=${id};type=${type};path=${path};base=${encodeURIComponent(STUDIO)}`,
  });
}
