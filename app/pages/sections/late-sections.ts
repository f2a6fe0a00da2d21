import { lazyPart } from "../../ui/lazy-part.tsx";
import type { PageSection } from "./section-types.ts";

// Sections with much code, which only pages that have one load. The server renders them too.

export const WrittenSection = lazyPart(
  () => import("./written-section.tsx"),
  (module) => module.WrittenSection,
  { rendered: ".joined-sections .prose" },
);

export const FormSection = lazyPart(
  () => import("./form-section.tsx"),
  (module) => module.FormSection,
  { rendered: ".joined-sections form" },
);

const LATE: Partial<Record<PageSection["_type"], { preload: () => Promise<void> }>> = {
  textSection: WrittenSection,
  pictureSection: WrittenSection,
  formSection: FormSection,
};

/** Loads the code of these sections, for the server to render them. Never rejects. */
export const loadLateSections = (sections: readonly PageSection[]) =>
  Promise.all(sections.map(({ _type }) => LATE[_type]?.preload()));
