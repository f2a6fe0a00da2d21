import type { LoaderFunctionArgs } from "@remix-run/node";
import { headingsOf, takenIds, uniqueHeadingId, type RichText } from "../../content/rich-text.ts";
import { loadLateSections } from "./late-sections.ts";
import type { PageSection, StoredSection } from "./section-types.ts";

/** Two forms of a kind would share the ids of their fields. The Studio refuses them; the site shows the first. */
function isFirstOfItsForm(section: StoredSection, index: number, all: readonly StoredSection[]): boolean {
  if (section._type !== "formSection") return true;
  return all.findIndex((one) => one._type === "formSection" && one.form === section.form) === index;
}

/** Returns the sections that a page shows, with the ids of their headings. */
export function placeSections(stored: readonly StoredSection[]): PageSection[] {
  const given = takenIds();
  return stored.filter(isFirstOfItsForm).map((section) => {
    if ("heading" in section) return { ...section, id: uniqueHeadingId(section.heading ?? "", given) };
    const text = section.text as RichText | null;
    return { ...section, text, headings: headingsOf(text, given) };
  });
}

/** Resolves to what `PageSections` shows of a page. Throws like `loadContent`. */
export async function loadSections(context: LoaderFunctionArgs["context"], stored: readonly StoredSection[]) {
  const sections = placeSections(stored);
  const hasContactForm = sections.some((one) => one._type === "formSection" && one.form === "contact");
  const [contactForm] = await Promise.all([
    hasContactForm ? context.services.contact.load(context, null) : null,
    loadLateSections(sections),
  ]);
  return { sections, contactForm };
}
