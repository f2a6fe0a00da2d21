/** One block of portable text, as the content store keeps it. */
export type Block = Record<string, unknown>;

interface Span {
  text: string;
  marks: string[];
}

const INLINE = /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^*]+)\*|\[(?<label>[^\]]+)\]\((?<href>[^)]+)\)/g;

function spansOf(
  source: string,
  key: string,
): { spans: Span[]; links: { _key: string; _type: "link"; href: string }[] } {
  const spans: Span[] = [];
  const links: { _key: string; _type: "link"; href: string }[] = [];
  let end = 0;
  for (const match of source.matchAll(INLINE)) {
    const { strong, em, label, href } = match.groups ?? {};
    if (match.index > end) spans.push({ text: source.slice(end, match.index), marks: [] });
    if (strong) spans.push({ text: strong, marks: ["strong"] });
    else if (em) spans.push({ text: em, marks: ["em"] });
    else if (label && href) {
      const link = { _key: `${key}l${links.length}`, _type: "link" as const, href };
      links.push(link);
      spans.push({ text: label, marks: [link._key] });
    }
    end = match.index + match[0].length;
  }
  if (end < source.length) spans.push({ text: source.slice(end), marks: [] });
  return { spans, links };
}

const STYLES: readonly [prefix: string, fields: Block][] = [
  ["## ", { style: "h2" }],
  ["### ", { style: "h3" }],
  ["> ", { style: "blockquote" }],
  ["- ", { style: "normal", listItem: "bullet", level: 1 }],
  ["1. ", { style: "normal", listItem: "number", level: 1 }],
];

function blockOf(line: string, key: string): Block {
  const [prefix, fields] = STYLES.find(([start]) => line.startsWith(start)) ?? ["", { style: "normal" }];
  const { spans, links } = spansOf(line.slice(prefix.length), key);
  return {
    _key: key,
    _type: "block",
    ...fields,
    markDefs: links,
    children: spans.map((span, index) => ({ _key: `${key}s${index}`, _type: "span", ...span })),
  };
}

/**
 * Portable text from a few marks: a line is a block; `## `, `### `, `> `, `- ` and `1. ` begin it; `**strong**`, `*em*`
 * and `[label](href)` stand inside. An object in between (an image) is taken as it is. Keys are stable.
 */
export function portableText(...lines: (string | Block)[]): Block[] {
  return lines.map((line, index) => {
    const key = `b${String(index).padStart(2, "0")}`;
    return typeof line === "string" ? blockOf(line, key) : { _key: key, ...line };
  });
}
