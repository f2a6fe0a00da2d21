import * as fontkit from "fontkit";
import type { Font } from "fontkit";
import { openFont, type Typeface, type Weight } from "../../../platform/typefaces.server.ts";

declare module "fontkit" {
  /** Adds a format to those that `create` knows. */
  export function registerFormat(format: {
    probe: (file: Uint8Array) => boolean;
    new (stream: { buffer: Uint8Array }): unknown;
  }): void;
}

const kept = new Map<string, Font>();
const keyOf = (file: Uint8Array): string => Buffer.from(file).toString("latin1");

/**
 * Makes fontkit open the name of a typeface as if it were its file: pdfkit takes files alone, and would parse each anew for every
 * document, which is nine tenths of the work.
 */
class KeptFont {
  static probe = (file: Uint8Array): boolean => file.length < 64 && kept.has(keyOf(file));

  /** Returns the typeface with glyphs of its own: they remember for which letters this document uses them. */
  constructor({ buffer }: { buffer: Uint8Array }) {
    return Object.create(kept.get(keyOf(buffer)) ?? null, { _glyphs: { value: {} } }) as KeptFont;
  }
}
fontkit.registerFormat(KeptFont);

/** Returns what pdfkit registers as a font. */
export function pdfFont(typeface: Typeface, weight: Weight): Buffer {
  const key = `kept font: ${typeface} ${weight}`;
  kept.set(key, openFont(typeface, weight));
  return Buffer.from(key, "latin1");
}
