import { useRouteLoaderData } from "@remix-run/react";

/** A field of a document, such as `headline` of `homePage`. */
export interface EditableField {
  id: string;
  type: string;
  path: string;
}

/** A document with fields. */
export type EditableDocument = Omit<EditableField, "path">;

export const HOME: EditableDocument = { id: "homePage", type: "homePage" };

/** Returns a field of a page's section. */
export const sectionField = (page: EditableDocument, key: string, name: string): EditableField => ({
  ...page,
  path: `sections[_key=="${key}"].${name}`,
});

export const openingOf = (page: string): EditableField => ({
  id: `pageIntro-${page}`,
  type: "pageIntro",
  path: "heading",
});

/** Returns the field of a text, for the Studio's preview. */
export const textField = <Id extends string>({ type }: { type: string }, id: Id): EditableField => ({
  id: type,
  type,
  path: id,
});

/** The documents of what stands on every page. */
export const LOOK = { type: "look" };
export const SETTINGS = { type: "siteSettings" };

/** Attributes to spread on an element; empty for visitors. */
export type EditableAttributes = { "data-sanity"?: string };

const STUDIO = "/studio";

/**
 * Returns a function for the attribute that names an element's field, so that a click in the Studio's preview opens it. Rendered
 * in previews only, in the format of Sanity's overlay (`createDataAttribute` of @sanity/visual-editing).
 */
export function useEditable(): (field: EditableField) => EditableAttributes {
  const root = useRouteLoaderData("root") as { preview?: true } | undefined;
  if (!root?.preview) return () => ({});
  return ({ id, type, path }) => ({
    "data-sanity": `id=${id};type=${type};path=${path};base=${encodeURIComponent(STUDIO)}`,
  });
}
