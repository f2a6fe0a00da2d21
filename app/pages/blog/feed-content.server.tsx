import { PortableText as Renderer, type PortableTextReactComponents } from "@portabletext/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ContentImageData } from "../../content/fragments.ts";
import type { Picture } from "../../content/gallery.tsx";
import { hasPicture, imageUrl } from "../../content/image-url.ts";
import { safeHref, unknownType } from "../../content/inner-text.tsx";
import type { CodeBlock, RichText } from "../../content/rich-text.ts";
import type { NoteBlock, TableBlock } from "../../content/text-blocks.tsx";
import type { VideoBlock } from "../../content/video.tsx";
import { IMAGE_SIZES } from "../../model/image-sizes.ts";
import { videoAddress, watchUrl } from "../../model/video-address.ts";

interface Addresses {
  /** URL of the article, for links to its own headings. */
  article: string;
  publicUrl: string;
  /** Absolute URL before the path of a picture. */
  assets: string;
}

/**
 * Returns an article's text as HTML for feed readers: without scripts, frames and classes, and with absolute URLs. A video is a link.
 */
export function feedContent(body: RichText | null, addresses: Addresses): string {
  return renderToStaticMarkup(<Text value={body} components={componentsFor(addresses)} />);
}

type Components = Partial<PortableTextReactComponents>;

function Text({ value, components }: { value: RichText | null | undefined; components: Components }) {
  return <Renderer value={(value ?? []) as never[]} components={components} onMissingComponent={false} />;
}

function componentsFor({ article, publicUrl, assets }: Addresses): Components {
  const absolute = (href: string): string => {
    if (href.startsWith("#")) return article + href;
    return href.startsWith("/") ? publicUrl + href : href;
  };

  function Figure({ image, caption }: { image: ContentImageData; caption?: string | null | undefined }) {
    if (!hasPicture(image)) return null;
    const { widths, format } = IMAGE_SIZES.structuredData;
    return (
      <figure>
        <img src={imageUrl(assets, image, { width: widths[0], format })} alt={image.alt ?? ""} />
        {caption ? <figcaption>{caption}</figcaption> : null}
      </figure>
    );
  }
  const Image = ({ value }: { value: Picture }) => <Figure image={value} caption={value.caption} />;

  function Table({ value: { headerRows = 0, rows } }: { value: TableBlock }) {
    return (
      <table>
        <tbody>
          {(rows ?? []).map(({ _key, cells }, index) => {
            const Cell = index < headerRows ? "th" : "td";
            return (
              <tr key={_key}>
                {(cells ?? []).map((cell) => (
                  <Cell key={cell._key}>
                    <Text value={cell.value} components={components} />
                  </Cell>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    );
  }

  function Video({ value: { title, url, file, poster } }: { value: VideoBlock }) {
    const video = videoAddress(url);
    const href = video ? watchUrl(video) : file ? `${assets}/${file}` : null;
    if (!href) return null;
    return (
      <>
        {poster ? <Figure image={poster} /> : null}
        <p>
          <a href={href}>{title || href}</a>
        </p>
      </>
    );
  }

  const components: Components = {
    marks: {
      link: ({ value, children }: { value?: { href?: unknown }; children: ReactNode }) => {
        const safe = safeHref(value?.href);
        return safe ? <a href={absolute(safe.href)}>{children}</a> : <>{children}</>;
      },
    },
    types: {
      image: Image,
      imageWithAlt: Image,
      table: Table,
      video: Video,
      code: ({ value: { tokens, code } }: { value: CodeBlock }) => (
        <pre>
          <code>{tokens?.map((token) => (Array.isArray(token) ? token[0] : token)).join("") ?? code}</code>
        </pre>
      ),
      gallery: ({ value: { pictures = [] } }: { value: { pictures?: Picture[] } }) => (
        <>
          {pictures.map((picture) => (
            <Figure key={picture._key} image={picture} caption={picture.caption} />
          ))}
        </>
      ),
      note: ({ value: { text } }: { value: NoteBlock }) => (
        <blockquote>
          <Text value={text} components={components} />
        </blockquote>
      ),
    },
    unknownType,
  };
  return components;
}
