import { encode } from "blurhash";
import sharp from "sharp";
import type { Sharp } from "sharp";
import { badRequest } from "../errors.ts";
import { openImage } from "./open.ts";
import { imagePalette } from "./palette.ts";
import type { ImagePalette } from "./palette.ts";

/** What is read out of an image at upload; the shape of hosted Sanity's `metadata`. */
interface ImageMetadata {
  _type: "sanity.imageMetadata";
  dimensions: { _type: "sanity.imageDimensions"; width: number; height: number; aspectRatio: number };
  hasAlpha: boolean;
  isOpaque: boolean;
  /** The image 20 pixels wide, as a data URI: shown blurred until the real one is there. */
  lqip?: string;
  blurHash?: string;
  palette?: ImagePalette;
}

/** Parts of the metadata an upload may leave out (`meta` parameter). */
export type ImageExtra = "lqip" | "blurhash" | "palette";

export interface ImageFacts {
  /** As in asset ids: jpg, png, webp, gif, tif, avif, svg. */
  extension: string;
  metadata: ImageMetadata;
}

const EXTENSIONS: Partial<Record<string, string>> = { jpeg: "jpg", tiff: "tif", heif: "avif" };
const ACCEPTED = new Set(["jpg", "png", "webp", "gif", "tif", "avif", "svg"]);
const SAMPLE_SIDE = 96;

/**
 * Reads an uploaded image: format, upright size, transparency, previews. The whole picture is decoded once, so a
 * broken one is found here. An SVG is only measured, never drawn: what it may refer to is not ours to fetch.
 * Throws LakeError 400 for anything that is not an image of a known format or claims too many pixels.
 */
export async function inspectImage(path: string, extras: ReadonlySet<ImageExtra>): Promise<ImageFacts> {
  try {
    const header = await openImage(path).metadata();
    const extension = EXTENSIONS[header.format] ?? header.format;
    if (!ACCEPTED.has(extension)) throw new Error(`unsupported format ${header.format}`);
    const { width, height } = header.autoOrient;
    const dimensions = {
      _type: "sanity.imageDimensions" as const,
      width,
      height,
      aspectRatio: width / height,
    };
    const measured = { _type: "sanity.imageMetadata" as const, dimensions, hasAlpha: header.hasAlpha };
    if (extension === "svg") return { extension, metadata: { ...measured, hasAlpha: true, isOpaque: false } };
    const isOpaque = !header.hasAlpha || (await openImage(path).stats()).isOpaque;
    return {
      extension,
      metadata: { ...measured, isOpaque, ...(await previews(path, header.hasAlpha, extras)) },
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split("\n")[0] : "unknown";
    throw badRequest(`Invalid image, could not read metadata: ${reason}`);
  }
}

async function previews(
  path: string,
  hasAlpha: boolean,
  extras: ReadonlySet<ImageExtra>,
): Promise<Partial<ImageMetadata>> {
  const { data, info } = await openImage(path)
    .autoOrient()
    .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data);
  const found: Partial<ImageMetadata> = {};
  if (extras.has("lqip")) found.lqip = await placeholder(sharp(data, { raw: info }), hasAlpha);
  if (extras.has("blurhash")) found.blurHash = encode(pixels, info.width, info.height, 4, 3);
  if (extras.has("palette")) {
    const palette = await imagePalette(pixels);
    if (palette) found.palette = palette;
  }
  return found;
}

async function placeholder(sample: Sharp, hasAlpha: boolean): Promise<string> {
  const small = sample.resize(20, 100, { fit: "inside" });
  const bytes = await (hasAlpha ? small.png() : small.removeAlpha().jpeg({ quality: 60 })).toBuffer();
  return `data:image/${hasAlpha ? "png" : "jpeg"};base64,${bytes.toString("base64")}`;
}
