import { Marked } from "marked";
import editors from "../../../docs/content-guide.md?raw";
import firstHour from "../../../docs/first-hour.md?raw";
import makeItYours from "../../../docs/make-it-yours.md?raw";
import { headingId } from "../../content/rich-text.ts";

// The documents that owners and editors read, as pages of their site.

const TEXTS: Readonly<Record<string, string>> = {
  "first-hour": firstHour,
  "content-guide": editors,
  "make-it-yours": makeItYours,
};

const PICTURES = import.meta.glob<string>("../../../docs/gallery/studio-*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

/** The title is the page's own heading. */
const TITLE = /^# (.+)\n/;
const DOCUMENT = /^([\w-]+)\.md(#.*)?$/;

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${headingId(text)}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
    /** A link to a document that is not among them, such as one for developers, is its words alone. */
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const [, name = "", anchor = ""] = DOCUMENT.exec(href) ?? [];
      if (Object.hasOwn(TEXTS, name)) return `<a href="/guide/${name}${anchor}">${words}</a>`;
      return /^(?:https:|#)/.test(href) ? `<a href="${href}">${words}</a>` : words;
    },
    /** A picture of the Studio, which leads to itself in its own size. */
    image({ href, text }) {
      const src = PICTURES[`../../../docs/${href}`] ?? "";
      return `<a href="${src}"><img src="${src}" alt="${text}" loading="lazy" width="1200" height="750"></a>`;
    },
  },
});

export interface Guide {
  title: string;
  html: string;
}

/** Returns a document for owners and editors; null when there is none of this name. */
export function loadGuide(name: string): Guide | null {
  const text = Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
  if (text === undefined) return null;
  const [, title = ""] = TITLE.exec(text) ?? [];
  return { title, html: marked.parse(text.replace(TITLE, ""), { async: false }) };
}
