import { DefaultGenerator } from "@vibrant/generator-default";
import { MMCQ } from "@vibrant/quantizer-mmcq";

/** One colour of an image. `population` is its share of the picture in percent. */
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

/** The colours of an image, as hosted Sanity stores them. A kind of colour the image lacks is left out. */
export type ImagePalette = { _type: "sanity.imagePalette"; dominant: ImageSwatch } & Partial<
  Record<SwatchName, ImageSwatch>
>;

const COLOURS = 64;
const VISIBLE_ALPHA = 125;

/**
 * Finds the colours of an image from RGBA pixels. Null when nothing of it is visible.
 * The generator invents colours for kinds it does not find; those have no population and are not reported.
 */
export async function imagePalette(rgba: Uint8ClampedArray): Promise<ImagePalette | null> {
  const pixels = visiblePixels(rgba);
  if (pixels.length === 0) return null;
  const total = pixels.length / 4;
  const found = await DefaultGenerator(MMCQ(pixels, { colorCount: COLOURS }));
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
