import { open } from "node:fs/promises";
import { DefaultGenerator } from "@vibrant/generator-default";
import { MMCQ } from "@vibrant/quantizer-mmcq";
import { encode } from "blurhash";
import sharp from "sharp";
import type { Sharp, SharpOptions } from "sharp";
import { badRequest } from "../model/errors.ts";
import { MAX_INPUT_PIXELS, MAX_RENDER_SECONDS } from "../model/limits.ts";
import { cameraMetadata } from "./exif.ts";

/** Opens an image with limits on pixels and time. Truncated files fail. */
export function openImage(
  path: string,
  options: SharpOptions = {},
  timeoutSeconds = MAX_RENDER_SECONDS,
): Sharp {
  const limits: SharpOptions = { limitInputPixels: MAX_INPUT_PIXELS, failOn: "truncated" };
  return sharp(path, { ...limits, ...options }).timeout({ seconds: timeoutSeconds });
}

const NAMES = ["vibrant", "darkVibrant", "lightVibrant", "muted", "darkMuted", "lightMuted"] as const;

const COLORS = 64;
const VISIBLE_ALPHA = 125;

/**
 * Returns the colors of RGBA pixels as hosted Sanity stores them, or null if none is visible. `population` is a share of the image
 * in percent, `foreground` is readable on `background`. The generator invents colors for kinds that it does not find; they have
 * no population and are left out.
 */
async function imagePalette(rgba: Uint8ClampedArray) {
  const pixels = visiblePixels(rgba);
  if (pixels.length === 0) return null;
  const total = pixels.length / 4;
  const found = await DefaultGenerator(MMCQ(pixels, { colorCount: COLORS }));
  const swatches = NAMES.flatMap((name) => {
    const swatch = found[`${name[0]?.toUpperCase()}${name.slice(1)}`];
    if (!swatch || swatch.population <= 0) return [];
    const { hex: background, bodyTextColor: foreground, titleTextColor: title } = swatch;
    const population = Math.round((swatch.population / total) * 10_000) / 100;
    return [
      [name, { _type: "sanity.imagePaletteSwatch", background, foreground, title, population }] as const,
    ];
  });
  const [dominant] = swatches.map(([, swatch]) => swatch).toSorted((a, b) => b.population - a.population);
  return dominant ? { _type: "sanity.imagePalette", dominant, ...Object.fromEntries(swatches) } : null;
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

/** Parts of the metadata an upload may choose (`meta` parameter). */
export type ImageExtra = "lqip" | "blurhash" | "palette" | "exif" | "location";

const EXTENSIONS: Partial<Record<string, string>> = { jpeg: "jpg", tiff: "tif", heif: "avif" };
const ACCEPTED = new Set(["jpg", "png", "webp", "gif", "tif", "avif", "svg"]);
const SAMPLE_SIDE = 96;

/**
 * Reads an uploaded image: its extension, as in asset ids, and metadata in the shape of hosted Sanity. `lqip` is the image 20 pixels
 * wide as a data URI, to be shown blurred until the image is loaded. Decodes the whole image once, so broken ones are found
 * here. An SVG is only measured, never rendered, because it may refer to other resources.
 * @throws LakeError 400 for anything but an image of a known format, or with too many pixels
 */
export async function inspectImage(path: string, extras: ReadonlySet<ImageExtra>) {
  try {
    const header = await openImage(path).metadata();
    const extension = EXTENSIONS[header.format] ?? header.format;
    if (!ACCEPTED.has(extension)) throw new Error(`unsupported format ${header.format}`);
    const { width, height } = header.autoOrient;
    const dimensions = { _type: "sanity.imageDimensions", width, height, aspectRatio: width / height };
    const measured = { _type: "sanity.imageMetadata", dimensions, hasAlpha: header.hasAlpha };
    if (extension === "svg") return { extension, metadata: { ...measured, hasAlpha: true, isOpaque: false } };
    const isOpaque = !header.hasAlpha || (await openImage(path).stats()).isOpaque;
    const asked = { exif: extras.has("exif"), location: extras.has("location") };
    const seen = await previews(path, header.hasAlpha, extras);
    return {
      extension,
      metadata: { ...measured, isOpaque, ...seen, ...cameraMetadata(header.exif, asked) },
    };
  } catch (cause) {
    throw badRequest(`Invalid image, could not read metadata: ${await reasonOf(cause, path)}`);
  }
}

/** How a photo of a phone begins behind the size of its first box (ISO 23008-12, 10.2). */
const HEIC = /^ftyphe(?:i[cmsx]|v[cmsx])/;

/** Returns why an image cannot be read. Behind a colon libvips writes the file's path, so that part is left out. */
async function reasonOf(cause: unknown, path: string): Promise<string> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 4);
  if (HEIC.test(buffer.toString("latin1")))
    return "HEIC photos are not supported; save it as a JPEG and upload that";
  return (cause instanceof Error && cause.message.split(/[:\n]/)[0]) || "unknown";
}

async function previews(path: string, hasAlpha: boolean, extras: ReadonlySet<ImageExtra>): Promise<object> {
  const { data, info } = await openImage(path)
    .autoOrient()
    .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data);
  const palette = extras.has("palette") ? await imagePalette(pixels) : null;
  return {
    ...(extras.has("lqip") ? { lqip: await placeholder(sharp(data, { raw: info }), hasAlpha) } : {}),
    ...(extras.has("blurhash") ? { blurHash: encode(pixels, info.width, info.height, 4, 3) } : {}),
    ...(palette ? { palette } : {}),
  };
}

async function placeholder(sample: Sharp, hasAlpha: boolean): Promise<string> {
  const small = sample.resize(20, 100, { fit: "inside" });
  const bytes = await (hasAlpha ? small.png() : small.removeAlpha().jpeg({ quality: 60 })).toBuffer();
  return `data:image/${hasAlpha ? "png" : "jpeg"};base64,${bytes.toString("base64")}`;
}
