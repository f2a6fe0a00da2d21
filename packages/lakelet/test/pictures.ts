import sharp from "sharp";
import type { Sharp } from "sharp";

export type Rgb = readonly [number, number, number];

export const RED: Rgb = [255, 0, 0];
export const GREEN: Rgb = [0, 255, 0];
export const BLUE: Rgb = [0, 0, 255];
export const YELLOW: Rgb = [255, 255, 0];

/** Returns an image of four equal fields: red and green at the top, blue and yellow at the bottom. */
export function quarters(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [top, bottom] = x < width / 2 ? [RED, BLUE] : [GREEN, YELLOW];
      pixels.set(y < height / 2 ? top : bottom, (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Decodes an image: size, format, and the colors at points given in fractions. */
export async function look(bytes: Uint8Array | ArrayBuffer) {
  const image = sharp(Buffer.from(bytes as Uint8Array));
  const { format, width, height, pages, hasAlpha } = await image.metadata();
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => {
    const [column, row] = [Math.floor(x * info.width), Math.floor(y * info.height)];
    return [...data.subarray((row * info.width + column) * 4, (row * info.width + column) * 4 + 4)];
  };
  return { format, width, height, pages, hasAlpha, at };
}

/** Distance of two colors, at most 255. Lossy formats shift colors a little. */
export const distance = (pixel: readonly number[], color: Rgb): number =>
  Math.max(...color.map((value, channel) => Math.abs(value - (pixel[channel] ?? 0))));

/** Returns an image that is expensive to encode and to send. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
