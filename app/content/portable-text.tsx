import {
  PortableText as Renderer,
  type PortableTextBlockComponent,
  type PortableTextReactComponents,
} from "@portabletext/react";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ContentImageData } from "./fragments.ts";
import { hasPicture } from "./image-url.ts";
import { ContentImage } from "./image.tsx";
import { headingsOf, type Heading, type RichText } from "./rich-text.ts";

interface PortableTextProps {
  value: RichText | null | undefined;
  /** Level of the heading above the text; its own headings start one level below. */
  under?: 1 | 3;
  /** Its headings with their ids, when other texts of the page have headings too. */
  headings?: readonly Heading[];
}

/** Portable text. Unknown types are left out. */
export function PortableText({ value, under = 1, headings = headingsOf(value) }: PortableTextProps) {
  const anchors = new Map(headings.map(({ key, id }) => [key, id]));
  return (
    <Renderer
      value={(value ?? []) as never[]}
      components={{ ...components, block: headingBlocks(anchors, under) }}
      onMissingComponent={false}
    />
  );
}

type Components = Partial<PortableTextReactComponents>;

function headingBlocks(anchors: ReadonlyMap<string, string>, under: 1 | 3): NonNullable<Components["block"]> {
  const Upper = under === 1 ? "h2" : "h4";
  const Lower = under === 1 ? "h3" : "h5";
  const headings =
    (Tag: "h2" | "h3" | "h4" | "h5"): PortableTextBlockComponent =>
    ({ value, children }) => {
      const id = anchors.get(value._key ?? "");
      // One without words has no anchor, and would be read as a heading without a name.
      return id ? <Tag id={id}>{children}</Tag> : null;
    };
  return { h1: headings(Upper), h2: headings(Upper), h3: headings(Lower) };
}

const components: Components = {
  marks: {
    link: ({ value, children }: { value?: { href?: unknown }; children: ReactNode }) => (
      <TextLink href={value?.href}>{children}</TextLink>
    ),
  },
  types: { image: Figure, imageWithAlt: Figure, code: Code },
  // The renderer's default hides itself with a style attribute, which the content security policy blocks.
  unknownType: () => null,
};

function TextLink({ href, children }: { href: unknown; children: ReactNode }) {
  const safe = safeHref(href);
  if (!safe) return <>{children}</>;
  if (safe.href.startsWith("/")) return <Link to={safe.href}>{children}</Link>;
  return (
    <a href={safe.href} {...(safe.external ? { rel: "noopener noreferrer" } : {})}>
      {children}
    </a>
  );
}

function Figure({ value }: { value: ContentImageData & { caption?: string | null } }) {
  if (!hasPicture(value)) return null;
  return (
    <figure>
      <ContentImage
        image={value}
        sizes="(min-width: 48rem) 44rem, 100vw"
        size="figure"
        className="rounded-xl"
      />
      {value.caption ? <figcaption>{value.caption}</figcaption> : null}
    </figure>
  );
}

/** A code block. It scrolls, and can be scrolled with the keyboard. */
function Code({ value }: { value: { code?: string | null } }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
    <pre tabIndex={0}>
      <code>{value.code}</code>
    </pre>
  );
}

const PROTOCOLS = new Set(["https:", "http:", "mailto:", "tel:"]);

/**
 * Returns an editor's link if it is safe: a path of this site, an anchor, or a URL with a known scheme. Returns null for anything
 * else (`javascript:`, `data:`, `//host`).
 */
export function safeHref(value: unknown): { href: string; external: boolean } | null {
  if (typeof value !== "string") return null;
  const href = value.trim();
  if (/^#[\w-]+$/.test(href) || /^\/(?![/\\])/.test(href)) return { href, external: false };
  try {
    const url = new URL(href);
    return PROTOCOLS.has(url.protocol) ? { href: url.href, external: url.protocol.startsWith("http") } : null;
  } catch {
    return null;
  }
}
