import {
  PortableText as Renderer,
  toPlainText,
  type PortableTextBlock,
  type PortableTextReactComponents,
} from "@portabletext/react";
import type { ReactNode } from "react";
import type { ContentImageData } from "./fragments.ts";
import { headingId } from "./heading-id.ts";
import { ContentImage } from "./image.tsx";
import { safeHref } from "./safe-href.ts";

function Heading({
  level: Level,
  value,
  children,
}: {
  level: "h2" | "h3";
  value: PortableTextBlock;
  children: ReactNode;
}) {
  return <Level id={headingId(toPlainText(value))}>{children}</Level>;
}

function Figure({ value }: { value: ContentImageData & { caption?: string | null } }) {
  if (!value.assetPath) return null;
  return (
    <figure>
      <ContentImage
        image={value}
        sizes="(min-width: 48rem) 44rem, 100vw"
        widths={[480, 768, 1080, 1400]}
        className="rounded-xl"
      />
      {value.caption ? <figcaption>{value.caption}</figcaption> : null}
    </figure>
  );
}

function TextLink({ href, children }: { href: unknown; children: ReactNode }) {
  const safe = safeHref(href);
  if (!safe) return <>{children}</>;
  return safe.external ? (
    <a href={safe.href} rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <a href={safe.href}>{children}</a>
  );
}

const components: Partial<PortableTextReactComponents> = {
  block: {
    h2: ({ value, children }) => (
      <Heading level="h2" value={value}>
        {children}
      </Heading>
    ),
    h3: ({ value, children }) => (
      <Heading level="h3" value={value}>
        {children}
      </Heading>
    ),
  },
  marks: {
    link: ({ value, children }) => (
      <TextLink href={(value as { href?: unknown } | undefined)?.href}>{children}</TextLink>
    ),
  },
  types: { image: Figure, imageWithAlt: Figure },
};

interface PortableTextProps {
  value: PortableTextBlock[] | null | undefined;
}

/** Running text of the content store. What it does not know is left out, not guessed. */
export function PortableText({ value }: PortableTextProps) {
  return <Renderer value={value ?? []} components={components} onMissingComponent={false} />;
}
