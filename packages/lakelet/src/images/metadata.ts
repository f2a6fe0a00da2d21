import sharp from "sharp";
import type { Sharp, SharpOptions } from "sharp";
import { DefaultGenerator } from "@vibrant/generator-default";
import { MMCQ } from "@vibrant/quantizer-mmcq";
import { encode } from "blurhash";
import { MAX_INPUT_PIXELS, MAX_RENDER_SECONDS } from "../model/limits.ts";
import { badRequest } from "../model/errors.ts";
import { cameraMetadata } from "./exif.ts";
import type { CameraMetadata } from "./exif.ts";

/** Opens an image with limits on pixels and time. Truncated files fail. */
export function openImage(
  path: string,
  options: SharpOptions = {},
  timeoutSeconds = MAX_RENDER_SECONDS,
): Sharp {
  const limits: SharpOptions = { limitInputPixels: MAX_INPUT_PIXELS, failOn: "truncated" };
  return sharp(path, { ...limits, ...options }).timeout({ seconds: timeoutSeconds });
}

/** One color of an image. `population` is its share of the image in percent. */
interface ImageSwatch {
  _type: "sanity.imagePaletteSwatch";
  background: string;
  /** Readable on `background`. */
  foreground: string;
  title: string;
  population: number;
}

const NAMES = ["vibrant", "darkVibrant", "lightVibrant", "muted", "darkMuted", "lightMuted"] as const;
type SwatchName = (typeof NAMES)[number];

/** The colors of an image as hosted Sanity stores them. Kinds of color that the image lacks are left out. */
export type ImagePalette = { _type: "sanity.imagePalette"; dominant: ImageSwatch } & Partial<
  Record<SwatchName, ImageSwatch>
>;

const COLORS = 64;
const VISIBLE_ALPHA = 125;

/**
 * Returns the colors of RGBA pixels, or null if none is visible. The generator invents colors for kinds that it does not find;
 * they have no population and are left out.
 */
async function imagePalette(rgba: Uint8ClampedArray): Promise<ImagePalette | null> {
  const pixels = visiblePixels(rgba);
  if (pixels.length === 0) return null;
  const total = pixels.length / 4;
  const found = await DefaultGenerator(MMCQ(pixels, { colorCount: COLORS }));
  const swatches: Partial<Record<SwatchName, ImageSwatch>> = {};
  for (const name of NAMES) {
    const swatch = found[`${name[0]?.toUpperCase()}${name.slice(1)}`];
    if (swatch && swatch.population > 0) swatches[name] = toSwatch(swatch, total);
  }
  const dominant = Object.values(swatches).sort((a, b) => b.population - a.population)[0];
  return dominant ? { _type: "sanity.imagePalette", dominant, ...swatches } : null;
}

function toSwatch(
  swatch: { hex: string; population: number; bodyTextColor: string; titleTextColor: string },
  total: number,
): ImageSwatch {
  return {
    _type: "sanity.imagePaletteSwatch",
    background: swatch.hex,
    foreground: swatch.bodyTextColor,
    title: swatch.titleTextColor,
    population: Math.round((swatch.population / total) * 10_000) / 100,
  };
}

function visiblePixels(rgba: Uint8ClampedArray): Uint8ClampedArray {
  const kept = new Uint8ClampedArray(rgba.length);
  let end = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if ((rgba[at + 3] ?? 0) < VISIBLE_ALPHA) continue;
    kept.set(rgba.subarray(at, at + 4), end);
    end += 4;
  }
  return kept.subarray(0, end);
}

/** Metadata of an uploaded image, in the shape of hosted Sanity. */
interface ImageMetadata extends CameraMetadata {
  _type: "sanity.imageMetadata";
  dimensions: { _type: "sanity.imageDimensions"; width: number; height: number; aspectRatio: number };
  hasAlpha: boolean;
  isOpaque: boolean;
  /** The image 20 pixels wide as a data URI, to be shown blurred until the image is loaded. */
  lqip?: string;
  blurHash?: string;
  palette?: ImagePalette;
}

/** Parts of the metadata an upload may choose (`meta` parameter). */
export type ImageExtra = "lqip" | "blurhash" | "palette" | "exif" | "location";

export interface ImageFacts {
  /** As in asset ids: jpg, png, webp, gif, tif, avif, svg. */
  extension: string;
  metadata: ImageMetadata;
}

const EXTENSIONS: Partial<Record<string, string>> = { jpeg: "jpg", tiff: "tif", heif: "avif" };
const ACCEPTED = new Set(["jpg", "png", "webp", "gif", "tif", "avif", "svg"]);
const SAMPLE_SIDE = 96;

/**
 * Reads an uploaded image: format, upright size, transparency, previews. Decodes the whole image once, so broken ones are found
 * here. An SVG is only measured, never rendered, because it may refer to other resources.
 * @throws LakeError 400 for anything but an image of a known format, or with too many pixels
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
    const asked = { exif: extras.has("exif"), location: extras.has("location") };
    const seen = await previews(path, header.hasAlpha, extras);
    return {
      extension,
      metadata: { ...measured, isOpaque, ...seen, ...cameraMetadata(header.exif, asked) },
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
