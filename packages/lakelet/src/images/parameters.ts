import { badRequest } from "../model/errors.ts";
import { MAX_AVIF_PIXELS } from "../model/limits.ts";

export const FITS = ["clip", "crop", "fill", "fillmax", "max", "min", "scale"] as const;
type Fit = (typeof FITS)[number];

export interface Color {
  r: number;
  g: number;
  b: number;
  /** 0 to 1. */
  alpha: number;
}

/** Position of a crop: a point in fractions of the image, or the part with the most detail. */
type CropAnchor = { x: number; y: number } | "entropy";

/** A checked transformation. Names follow Sanity's URL parameters. */
export interface TransformParameters {
  width?: number | undefined;
  height?: number | undefined;
  fit: Fit;
  crop: CropAnchor;
  /** Pixels of the upright original: left, top, width, height. */
  rect?: readonly [number, number, number, number] | undefined;
  dpr: number;
  quality?: number | undefined;
  format?: "jpg" | "pjpg" | "png" | "webp" | undefined;
  autoFormat: boolean;
  blur?: number | undefined;
  sharpen?: number | undefined;
  flipX: boolean;
  flipY: boolean;
  /** Clockwise. */
  turn: 0 | 90 | 180 | 270;
  background?: Color | undefined;
  invert: boolean;
  greyscale: boolean;
  pad: number;
  firstFrame: boolean;
}

const KNOWN = "w h fit crop fp-x fp-y rect dpr q fm auto blur sharp flip or bg invert sat pad frame".split(
  " ",
);
const FORMATS = ["jpg", "pjpg", "png", "webp"] as const;

/**
 * Reads the transformation of an image URL, or null for the original. Ignores unknown parameters. As on hosted Sanity, `fm` does
 * not accept avif.
 * @throws LakeError 400 for an invalid value
 */
export function readTransform(query: URLSearchParams): TransformParameters | null {
  if (!KNOWN.some((name) => query.has(name))) return null;
  const read = new Reader(query);
  const flip = read.choice("flip", ["h", "v", "hv"] as const);
  return {
    width: read.number("w", 1, Infinity),
    height: read.number("h", 1, Infinity),
    fit: read.choice("fit", FITS) ?? "clip",
    crop: read.crop(),
    rect: read.rect(),
    dpr: Math.min(3, Math.max(1, read.number("dpr", 0.1, Infinity) ?? 1)),
    quality: read.number("q", 0, 100),
    format: read.choice("fm", FORMATS),
    autoFormat: read.choice("auto", ["format"] as const) !== undefined,
    blur: read.number("blur", 0, 2000),
    sharpen: read.number("sharp", 0, 100),
    flipX: flip?.includes("h") ?? false,
    flipY: flip?.includes("v") ?? false,
    turn: Number(read.choice("or", ["0", "90", "180", "270"] as const) ?? 0) as 0 | 90 | 180 | 270,
    background: read.color("bg"),
    invert: read.choice("invert", ["true", "false"] as const) === "true",
    greyscale: read.number("sat", -100, 0) === -100,
    pad: Math.round(read.number("pad", 0, 2000) ?? 0),
    firstFrame: read.choice("frame", ["1"] as const) === "1",
  };
}

class Reader {
  private readonly query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.query = query;
  }

  number(name: string, min: number, max: number): number | undefined {
    const text = this.query.get(name);
    if (text === null) return undefined;
    const value = /^-?\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw wrong(name, text);
    return value;
  }

  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.query.get(name);
    if (text === null) return undefined;
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw wrong(name, text);
    return value;
  }

  rect(): readonly [number, number, number, number] | undefined {
    const text = this.query.get("rect");
    if (text === null) return undefined;
    const match = /^(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})$/.exec(text);
    const [left = 0, top = 0, width = 0, height = 0] = match?.slice(1).map(Number) ?? [];
    if (width < 1 || height < 1) throw wrong("rect", text);
    return [left, top, width, height];
  }

  /** Clamped to the image: a focal point may lie outside the crop. */
  private fraction(name: string): number {
    return Math.min(1, Math.max(0, this.number(name, -Infinity, Infinity) ?? 0.5));
  }

  crop(): CropAnchor {
    const text = this.query.get("crop") ?? "center";
    const focus = { x: this.fraction("fp-x"), y: this.fraction("fp-y") };
    if (text === "entropy") return "entropy";
    if (text === "focalpoint") return focus;
    const anchor = { x: 0.5, y: 0.5 };
    for (const word of text.split(",")) {
      if (word === "left" || word === "right") anchor.x = word === "left" ? 0 : 1;
      else if (word === "top" || word === "bottom") anchor.y = word === "top" ? 0 : 1;
      else if (word !== "center") throw wrong("crop", text);
    }
    return anchor;
  }

  /** Hexadecimal RGB, ARGB, RRGGBB or AARRGGBB, with or without `#`. */
  color(name: string): Color | undefined {
    const text = this.query.get(name);
    if (text === null) return undefined;
    const hex = text.replace(/^#/, "");
    if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(hex)) throw wrong(name, text);
    const long = hex.length < 5 ? hex.replace(/./g, "$&$&") : hex;
    const [a, r, g, b] =
      (long.length === 6 ? `ff${long}` : long).match(/../g)?.map((pair) => parseInt(pair, 16)) ?? [];
    return { r: r ?? 0, g: g ?? 0, b: b ?? 0, alpha: (a ?? 255) / 255 };
  }
}

const wrong = (name: string, value: string) =>
  badRequest(`Invalid value for image parameter "${name}": ${value.slice(0, 60)}`);

export type OutputFormat = "avif" | "gif" | "jpg" | "png" | "webp";

/** True if an `Accept` header contains the type itself. Wildcards do not count: every browser sends one. */
function acceptsType(header: string | null, type: string): boolean {
  return (header ?? "").split(",").some((part) => {
    const [name, ...options] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return name === type && !options.some((option) => /^q=0(\.0*)?$/.test(option));
  });
}

/**
 * Returns the format to render: `fm`, else with `auto=format` by `Accept` (AVIF or WebP), else the original's. GIF becomes WebP, as
 * AVIF has no animation; so do large images, for which AVIF takes too long. TIFF, which browsers do not show, becomes PNG or
 * JPEG.
 */
export function outputFormat(
  extension: string,
  hasAlpha: boolean,
  wanted: Pick<TransformParameters, "format" | "autoFormat">,
  accept: string | null,
  pixels: number,
): OutputFormat {
  if (wanted.format) return wanted.format === "pjpg" ? "jpg" : wanted.format;
  if (wanted.autoFormat) {
    if (extension !== "gif" && pixels <= MAX_AVIF_PIXELS && acceptsType(accept, "image/avif")) return "avif";
    if (acceptsType(accept, "image/webp")) return "webp";
  }
  if (extension === "tif" || (extension === "avif" && pixels > MAX_AVIF_PIXELS))
    return hasAlpha ? "png" : "jpg";
  return extension as OutputFormat;
}
