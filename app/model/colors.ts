// The accent color of the emails is typed by an editor. Whatever it is, text in it and on it stays readable (WCAG 2.2, 1.4.3).

type Rgb = [number, number, number];

export const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
export const hexOf = (rgb: Rgb) =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance as WCAG 2.2 defines it. */
export function luminanceOf(rgb: Rgb): number {
  const [r, g, b] = rgb
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast of a color, `#rrggbb`, with one of a relative luminance, from 1 to 21. */
export function contrastOf(hex: string, luminance: number): number {
  const [low, high] = [luminanceOf(rgbOf(hex)), luminance].toSorted((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Returns the contrast of two colors, each `#rrggbb`, from 1 to 21. */
export const contrast = (a: string, b: string): number => contrastOf(a, luminanceOf(rgbOf(b)));

const READABLE = 4.5;
const STEPS = 20;

/** Returns a color between two, `#rrggbb`: `share` 0 is the first, 1 the second. */
export function mix(hex: string, other: string, share: number): string {
  const [from, to] = [rgbOf(hex), rgbOf(other)];
  return hexOf(from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as Rgb);
}

/** Mixes a color with `target` until its contrast with `ground` is `atLeast`, 4.5 unless told. */
export function readable(hex: string, ground: string, target: string, atLeast = READABLE): string {
  const mixed = Array.from({ length: STEPS + 1 }, (_, step) => mix(hex, target, step / STEPS));
  return mixed.find((color) => contrast(color, ground) >= atLeast) ?? target;
}

/** Returns the accent on and under white, darkened as far as needed. Expects `#rrggbb`. */
export const lightAccent = (hex: string): string => readable(hex, "#ffffff", "#000000");

/**
 * Returns the accent on the dark surface and under the button's dark text, which is the lighter of the two; lightened as far as
 * needed. Expects `#rrggbb`.
 */
export const darkAccent = (hex: string): string => readable(hex, "#04201f", "#ffffff");
