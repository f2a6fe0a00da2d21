const reference = (id: string) => ({ _key: id, _type: "reference", _ref: id });

const block = (style: "normal" | "h2" | "h3", words: string) => ({
  _key: words.toLowerCase().replaceAll(" ", "-"),
  _type: "block",
  style,
  markDefs: [],
  children: [{ _key: "words", _type: "span", text: words, marks: [] }],
});

/** A page that editors made, with a section of each kind. `image` is a picture of the seed. */
export function sampleCustomPage(slug: string, image: unknown) {
  return {
    _id: `page-${slug}`,
    _type: "page",
    title: "How we work",
    slug: { _type: "slug", current: slug },
    intro: "Six weeks from the first talk to the first release.",
    sections: [
      {
        _key: "words",
        _type: "textSection",
        text: [block("h2", "The first week"), block("normal", "We listen and take notes.")],
      },
      {
        _key: "picture",
        _type: "pictureSection",
        image,
        side: "left",
        text: [block("h2", "The second week"), block("normal", "We draw lighthouses.")],
      },
      {
        _key: "services",
        _type: "servicesSection",
        heading: "What we do",
        chosen: [reference("pageService-consulting")],
      },
      { _key: "projects", _type: "projectsSection", heading: "What we did", intro: "All of it." },
      { _key: "voices", _type: "testimonialsSection", heading: "What they say" },
      { _key: "figures", _type: "figuresSection", heading: "What we count" },
      {
        _key: "letter",
        _type: "formSection",
        heading: "A letter now and then",
        form: "newsletter",
      },
      { _key: "form", _type: "formSection", heading: "Contact", form: "contact" },
      {
        _key: "call",
        _type: "callToActionSection",
        heading: "Begin with a talk",
        text: "An hour, free of charge.",
        cta: { _type: "cta", label: "Get in touch", href: "/contact" },
      },
    ],
  };
}
