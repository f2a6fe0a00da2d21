import { IMAGE_QUALITY } from "../model/image-sizes.ts";
import type { ContentImageData } from "./fragments.ts";

export interface ImageRequest {
  /** Width of the result, in pixels. */
  width: number;
  /** Width divided by height; the image is cropped to it around its hotspot. */
  aspect?: number;
  /** A fixed format, for clients without Accept; by default the best one that the browser accepts. */
  format?: "jpg" | "png";
}

export interface Picture extends Partial<Pick<ContentImageData, "crop" | "hotspot">> {
  assetPath: string;
  width: number;
  height: number;
}

/** Returns whether an image was chosen, not only described. */
export function hasPicture<Image extends Pick<ContentImageData, "assetPath" | "width" | "height">>(
  image: Image | null | undefined,
): image is Image & Picture {
  return Boolean(image?.assetPath && image.width && image.height);
}

/** Returns the editor's crop in whole pixels: left, top, width, height. */
function cropRect({ width, height, crop }: Picture): [number, number, number, number] | null {
  if (!crop) return null;
  const left = Math.round(crop.left * width);
  const top = Math.round(crop.top * height);
  const right = Math.round(crop.right * width);
  const bottom = Math.round(crop.bottom * height);
  if (left + top + right + bottom === 0) return null;
  return [left, top, width - left - right, height - top - bottom];
}

/** Returns the size of an image after the editor's crop, in pixels. */
export function croppedSize(image: Picture): { width: number; height: number } {
  const rect = cropRect(image);
  return rect ? { width: rect[2], height: rect[3] } : { width: image.width, height: image.height };
}

/** Returns the hotspot within the cropped image, as fractions. */
function focalPoint(image: Picture): { x: number; y: number } | null {
  const { hotspot, crop } = image;
  if (!hotspot) return null;
  const [left, top] = [crop?.left ?? 0, crop?.top ?? 0];
  const width = 1 - left - (crop?.right ?? 0);
  const height = 1 - top - (crop?.bottom ?? 0);
  return { x: (hotspot.x - left) / width, y: (hotspot.y - top) / height };
}

/**
 * Returns the URL of an image in a size (parameters: Sanity, "Image transformations"). `base` precedes `assetPath`, without a
 * trailing slash.
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

/** Returns the `srcset`, without candidates wider than the image. */
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
