import {
  PortableText as Renderer,
  type PortableTextBlockComponent,
  type PortableTextReactComponents,
} from "@portabletext/react";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { RichText } from "./rich-text.ts";

/** Links and what else a word can be. */
export const marks: PortableTextReactComponents["marks"] = {
  link: ({ value, children }: { value?: { href?: unknown }; children: ReactNode }) => (
    <TextLink href={value?.href}>{children}</TextLink>
  ),
};

/** Whatever style a block was given elsewhere, such as that of a heading. */
const paragraph: PortableTextBlockComponent = ({ children }) => <p>{children}</p>;

/** Paragraphs and lists within a block of a text. */
export function InnerText({ value }: { value: RichText | null | undefined }) {
  return <Renderer value={(value ?? []) as never[]} components={components} onMissingComponent={false} />;
}

/** The renderer's default hides itself with a style attribute, which the content security policy blocks. */
export const unknownType = () => null;

const components = { marks, unknownType, block: paragraph };

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
