import { useRouteLoaderData } from "@remix-run/react";
import { IMAGE_SIZES, type ImageSizeName } from "../platform/image-sizes.ts";
import type { ContentImageData } from "./fragments.ts";
import { croppedSize, hasPicture, imageSrcSet, imageUrl } from "./image-url.ts";

/** React 18 knows the attribute only in lower case; its types know it only in camel case. */
const LOAD_FIRST = { fetchpriority: "high" } as object;

interface ContentImageProps {
  image: ContentImageData;
  /** How wide the picture is shown, in the language of the `sizes` attribute. */
  sizes: string;
  /** Where the picture stands, which says its widths and proportions. */
  size: ImageSizeName;
  /** The largest picture in sight at first: loaded early, the rest only when they come near. */
  priority?: boolean;
  className?: string;
}

/** Where pictures come from, as the root loader says. */
function useAssetBase(): string {
  const root = useRouteLoaderData("root") as { assetBase?: string } | undefined;
  return root?.assetBase ?? "/lake";
}

/**
 * A picture of the content store in the right size, over a blurred miniature that is in the HTML already. Nothing while
 * an editor has not chosen it yet.
 */
export function ContentImage({ image, sizes, size, priority = false, className = "" }: ContentImageProps) {
  const base = useAssetBase();
  if (!hasPicture(image)) return null;
  const { widths, aspect }: { widths: readonly number[]; aspect?: number } = IMAGE_SIZES[size];
  const natural = croppedSize(image);
  const width = Math.min(Math.max(...widths), natural.width);
  const ratio = aspect ?? natural.width / natural.height;
  return (
    <span className={`picture ${className}`}>
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
