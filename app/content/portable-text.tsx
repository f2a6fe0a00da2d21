import {
  PortableText as Renderer,
  type PortableTextBlockComponent,
  type PortableTextReactComponents,
} from "@portabletext/react";
import type { ContentImageData } from "./fragments.ts";
import { Gallery, type Picture } from "./gallery.tsx";
import { hasPicture } from "./image-url.ts";
import { ContentImage } from "./image.tsx";
import { marks, unknownType } from "./inner-text.tsx";
import { headingsOf, type Heading, type RichText } from "./rich-text.ts";
import { Code, Note, Table } from "./text-blocks.tsx";
import { Video } from "./video.tsx";

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
  marks,
  types: {
    image: Figure,
    imageWithAlt: Figure,
    code: Code,
    table: Table,
    gallery: ({ value }: { value: { pictures?: readonly Picture[] } }) => (
      <Gallery pictures={value.pictures ?? []} />
    ),
    video: Video,
    note: Note,
  },
  unknownType,
};

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
