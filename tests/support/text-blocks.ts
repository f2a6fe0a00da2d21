const paragraph = (text: string, href?: string) => ({
  _key: "p",
  _type: "block",
  style: "normal",
  markDefs: href ? [{ _key: "l", _type: "link", href }] : [],
  children: [{ _key: "s", _type: "span", text, marks: href ? ["l"] : [] }],
});

const cell = (text: string, href?: string) => ({ _key: text, _type: "cell", value: [paragraph(text, href)] });

const row = (key: string, ...cells: ReturnType<typeof cell>[]) => ({ _key: key, _type: "row", cells });

/** One of each block that a text can hold besides paragraphs, as the Studio stores it. `image` is a picture of the seed. */
export const textBlocks = (image: object) => [
  { ...paragraph("Before all blocks."), _key: "before" },
  {
    _key: "table",
    _type: "table",
    headerRows: 1,
    rows: [
      row("head", cell("Harbor"), cell("Ferries")),
      row("first", cell("Wharfside", "/services"), cell("41")),
    ],
  },
  {
    _key: "code",
    _type: "code",
    language: "typescript",
    code: 'const berth = "north"; // <tide>\nlet depth = 7;',
  },
  {
    _key: "gallery",
    _type: "gallery",
    pictures: [
      { ...image, _key: "one", _type: "imageWithAlt", alt: "A quay", caption: "The old quay" },
      { ...image, _key: "two", _type: "imageWithAlt", alt: "A crane" },
    ],
  },
  {
    _key: "video",
    _type: "video",
    title: "A day at the lock",
    url: "https://youtu.be/aqz-KE-bpKQ?si=follow",
    poster: { ...image, _type: "image" },
  },
  { _key: "note", _type: "note", tone: "warning", text: [paragraph("Mind the gangway.", "/contact")] },
];
