import { useRouteLoaderData } from "@remix-run/react";
import { IMAGE_SIZES, type ImageSizeName } from "../model/image-sizes.ts";
import { useEditable, type EditableField } from "./editable.ts";
import type { ContentImageData } from "./fragments.ts";
import { croppedSize, hasPicture, imageSrcSet, imageUrl } from "./image-url.ts";

/** React 18 knows the attribute only in lower case; its types know it only in camel case. */
const LOAD_FIRST = { fetchpriority: "high" } as object;

interface ContentImageProps {
  image: ContentImageData;
  sizes: string;
  /** Place of the image, which determines its widths and proportions. */
  size: ImageSizeName;
  /** Set for the largest image of the first screen, which loads early; others load lazily. */
  priority?: boolean;
  className?: string;
  /** Its field, for editors who preview. */
  shows?: EditableField;
}

/** Returns what precedes the path of a picture or file, without a trailing slash. */
export function useAssetBase(): string {
  const root = useRouteLoaderData("root") as { assetBase?: string } | undefined;
  return root?.assetBase ?? "/lake";
}

/**
 * An image of the content store over a blurred preview, which is part of the HTML. Renders nothing until an editor has chosen
 * an image.
 */
export function ContentImage({
  image,
  sizes,
  size,
  priority = false,
  className = "",
  shows,
}: ContentImageProps) {
  const base = useAssetBase();
  const edit = useEditable();
  if (!hasPicture(image)) return null;
  const { widths, aspect }: { widths: readonly number[]; aspect?: number } = IMAGE_SIZES[size];
  const natural = croppedSize(image);
  const width = Math.min(Math.max(...widths), natural.width);
  const ratio = aspect ?? natural.width / natural.height;
  return (
    <span {...(shows && edit(shows))} className={`picture ${className}`}>
      {image.lqip ? <img src={image.lqip} alt="" aria-hidden="true" className="picture-blur" /> : null}
      <img
        src={imageUrl(base, image, { width, ...(aspect ? { aspect } : {}) })}
        srcSet={imageSrcSet(base, image, widths, aspect)}
        sizes={sizes}
        width={width}
        height={Math.round(width / ratio)}
        alt={image.alt ?? ""}
        loading={priority ? "eager" : "lazy"}
        decoding="async"
        {...(priority ? LOAD_FIRST : {})}
      />
    </span>
  );
}
