import { IMAGE_QUALITY } from "../platform/image-sizes.ts";
import type { ContentImageData } from "./fragments.ts";

export interface ImageRequest {
  /** Width of the picture that comes back, in pixels. */
  width: number;
  /** Width divided by height; the picture is cut to it around its centre of interest. */
  aspect?: number;
  /** A fixed format, for readers that do not say what they understand; otherwise the best one the browser takes. */
  format?: "jpg" | "png";
}

export interface Picture extends Partial<Pick<ContentImageData, "crop" | "hotspot">> {
  assetPath: string;
  width: number;
  height: number;
}

/** True when there is a picture to show, not just words about one. */
export function hasPicture<Image extends Pick<ContentImageData, "assetPath" | "width" | "height">>(
  image: Image | null | undefined,
): image is Image & Picture {
  return Boolean(image?.assetPath && image.width && image.height);
}

/** The part that the editor's crop leaves, in whole pixels: left, top, width, height. */
function cropRect({ width, height, crop }: Picture): [number, number, number, number] | null {
  if (!crop) return null;
  const left = Math.round(crop.left * width);
  const top = Math.round(crop.top * height);
  const right = Math.round(crop.right * width);
  const bottom = Math.round(crop.bottom * height);
  if (left + top + right + bottom === 0) return null;
  return [left, top, width - left - right, height - top - bottom];
}

/** Size of the picture after the editor's crop, in pixels. */
export function croppedSize(image: Picture): { width: number; height: number } {
  const rect = cropRect(image);
  return rect ? { width: rect[2], height: rect[3] } : { width: image.width, height: image.height };
}

/** The centre of interest within the cropped picture, as fractions. */
function focalPoint(image: Picture): { x: number; y: number } | null {
  const { hotspot, crop } = image;
  if (!hotspot) return null;
  const [left, top] = [crop?.left ?? 0, crop?.top ?? 0];
  const width = 1 - left - (crop?.right ?? 0);
  const height = 1 - top - (crop?.bottom ?? 0);
  return { x: (hotspot.x - left) / width, y: (hotspot.y - top) / height };
}

/**
 * Address of a picture in the size that is asked for, through the image pipeline (parameters as Sanity documents them
 * under "Image transformations"). `base` is where `assetPath` starts, without a trailing slash.
 */
export function imageUrl(base: string, image: Picture, { width, aspect, format }: ImageRequest): string {
  const params = new URLSearchParams();
  const rect = cropRect(image);
  if (rect) params.set("rect", rect.join(","));
  params.set("w", String(width));
  if (aspect) {
    params.set("h", String(Math.round(width / aspect)));
    params.set("fit", "crop");
    const focus = focalPoint(image);
    if (focus) {
      params.set("crop", "focalpoint");
      params.set("fp-x", focus.x.toFixed(3));
      params.set("fp-y", focus.y.toFixed(3));
    }
  }
  params.set("q", String(IMAGE_QUALITY));
  if (format) params.set("fm", format);
  else params.set("auto", "format");
  return `${base}/${image.assetPath}?${params}`;
}

/** Candidates for `srcset`, none wider than the picture itself. */
export function imageSrcSet(
  base: string,
  image: Picture,
  widths: readonly number[],
  aspect?: number,
): string {
  const largest = croppedSize(image).width;
  const fitting = widths.filter((width) => width < largest);
  if (fitting.length < widths.length) fitting.push(largest);
  return fitting
    .map((width) => `${imageUrl(base, image, { width, ...(aspect ? { aspect } : {}) })} ${width}w`)
    .join(", ");
}
