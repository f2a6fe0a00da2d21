// What sections of pages choose, for `studio-fields.test.ts`.

export const reference = (id: string) => ({ _key: id, _type: "reference", _ref: id });

/** A document, what is set in it, and the page that changes. */
export type Choice = [id: string, set: Record<string, unknown>, path: string];

/** What the sections of a page choose, by their keys, and that each can be hidden. */
function choicesOfSections(
  [type, id, path]: [type: string, id: string, path: string],
  sections: Readonly<Record<string, [kind: string, chosen?: string]>>,
): Record<string, Choice> {
  const all = Object.entries(sections);
  const choice = (key: string, kind: string, field: string, value: unknown): [string, Choice] => [
    `${type}.sections.${kind}.${field}`,
    [id, { [`sections[_key=="${key}"].${field}`]: value }, path],
  ];
  return Object.fromEntries([
    ...all.flatMap(([key, [kind, chosen]]) =>
      chosen ? [choice(key, kind, "chosen", [reference(chosen)])] : [],
    ),
    ...all.map(([key, [kind]]) => choice(key, kind, "isHidden", true)),
  ]);
}

/** The fields of the sections of the home page and of `sampleCustomPage`. */
export const SECTION_CHOICES: Readonly<Record<string, Choice>> = {
  ...choicesOfSections(["homePage", "homePage", "/"], {
    services: ["servicesSection", "pageService-consulting"],
    projects: ["projectsSection", "project-quiet-migration"],
    testimonials: ["testimonialsSection", "testimonial-4"],
    figures: ["figuresSection", "statistic-uptime"],
    closing: ["callToActionSection"],
  }),
  ...choicesOfSections(["page", "page-how-we-work", "/how-we-work"], {
    words: ["textSection"],
    picture: ["pictureSection"],
    services: ["servicesSection", "pageService-cloud-solutions"],
    projects: ["projectsSection", "project-tenant-portal"],
    voices: ["testimonialsSection", "testimonial-4"],
    figures: ["figuresSection", "statistic-uptime"],
    letter: ["formSection"],
    call: ["callToActionSection"],
  }),
};
