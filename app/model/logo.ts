import { contrastOf, luminanceOf } from "./colors.ts";

/** WCAG 2.2, 1.4.11: parts of a picture. */
const MIN_CONTRAST = 3;
/** Share of what a logo shows that may vanish, such as a shadow. */
const MAX_LOST = 0.25;
const MIN_ALPHA = 128;

/**
 * Returns whether a good part of a logo vanishes on a ground (`#rrggbb`). `rgba` has four bytes a pixel. A picture without
 * transparent pixels brings its own ground.
 */
export function vanishesOn(ground: string, rgba: Uint8Array | Uint8ClampedArray): boolean {
  let [shown, lost, pixels] = [0, 0, 0];
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    pixels++;
    if ((rgba[at + 3] ?? 0) < MIN_ALPHA) continue;
    shown++;
    const luminance = luminanceOf([rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]);
    if (contrastOf(ground, luminance) < MIN_CONTRAST) lost++;
  }
  return shown > 0 && shown < pixels && lost / shown > MAX_LOST;
}
