import sharp from "sharp";
import { loadPicture, needsPlate, type PictureContext } from "../content/load-picture.server.ts";
import type { Look } from "../content/look.ts";
import { accentTokens, GROUNDS } from "../model/accent.ts";

/** The outlines of the site's own mark in a square of 32 (drawings.tsx). */
export const MARK = { disc: "M14.5 17.5V5A12.5 12.5 0 1 0 27 17.5Z", beam: "M18 14V1a13 13 0 0 1 13 13Z" };

/** Colors of pictures that are drawn on the dark ground of the site's bands. */
export interface CardColors {
  ground: string;
  title: string;
  accent: string;
}

const TITLE = "#f3f8f7";
const PAPER = "#ffffff";
const OWN_COLORS: CardColors = { ground: "#08272d", title: TITLE, accent: "#74dcd1" };

/** Returns the colors of a look, on which title and accent are readable. */
export function cardColors(look: Look | undefined): CardColors {
  if (!look?.accent) return OWN_COLORS;
  const { light } = accentTokens(look.accent.light, look.accent.dark);
  return { ground: light.deep, title: TITLE, accent: light["deep-accent"] };
}

/** What an icon is drawn of: the owner's pictures, else the site's mark in their color. */
export interface IconSource {
  look: Look | undefined;
  picture: Buffer | null;
  /** For dark screens; null where one picture serves both. */
  darkPicture: Buffer | null;
}

/** Returns the pictures of the owner's icon as the content store has them. One that cannot be loaded counts as none. */
export async function loadIconSource(context: PictureContext, look: Look | undefined): Promise<IconSource> {
  const { image, darkImage } = look?.icon ?? {};
  const [picture, darkPicture] = await Promise.all([
    loadPicture(context, image),
    loadPicture(context, darkImage),
  ]);
  return { look, picture, darkPicture };
}

type Draw = (source: IconSource) => Promise<Buffer>;

const svg = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`);

const mark = (disc: string, beam: string): string =>
  `<path fill="${disc}" d="${MARK.disc}"/><path fill="${beam}" d="${MARK.beam}"/>`;

/** Returns a picture as a square PNG with a side of `size` pixels, whole and on nothing. */
const squared = (picture: Buffer, size: number): Promise<Buffer> =>
  sharp(picture)
    .resize(size, size, { fit: "contain", background: "#ffffff00" })
    .png({ palette: true })
    .toBuffer();

/** Wide enough for tabs on the sharpest screens, in pixels. */
const TAB_SIZE = 64;

const embedded = async (picture: Buffer, name: string): Promise<string> =>
  `<image class="${name}" width="32" height="32" href="data:image/png;base64,${(await squared(picture, TAB_SIZE)).toString("base64")}"/>`;

/** Returns the color of the mark's beam on light ground. */
const beamColor = (look: Look | undefined): string =>
  look?.accent ? accentTokens(look.accent.light, look.accent.dark).light.accent : "#0a7a80";

/** The icon of browser tabs, which knows dark screens. */
async function drawSvg({ look, picture, darkPicture }: IconSource): Promise<Buffer> {
  if (!picture) {
    const colors = look?.accent ? accentTokens(look.accent.light, look.accent.dark) : null;
    const [light, dark] = [beamColor(look), colors?.dark.accent ?? "#62d2c7"];
    return svg(
      `<style>.disc{fill:#0b191f}.beam{fill:${light}}@media (prefers-color-scheme:dark){.disc{fill:#eef4f2}.beam{fill:${dark}}}</style>` +
        `<path class="disc" d="${MARK.disc}"/><path class="beam" d="${MARK.beam}"/>`,
    );
  }
  if (!darkPicture) {
    const plate = `<rect width="32" height="32" rx="6" fill="none"/><style>@media (prefers-color-scheme:dark){rect{fill:${PAPER}}}</style>`;
    return svg(
      ((await needsPlate(picture, GROUNDS.dark.paper)) ? plate : "") + (await embedded(picture, "any")),
    );
  }
  const style =
    "<style>.dark{display:none}@media (prefers-color-scheme:dark){.light{display:none}.dark{display:inline}}</style>";
  return svg(style + (await embedded(picture, "light")) + (await embedded(darkPicture, "dark")));
}

/**
 * Returns what draws an icon of `size` pixels. `share` is the part of the side that picture or mark takes, `radius` that of the
 * ground's corners; null is no ground.
 */
function png(size: number, share: number, radius: number | null): Draw {
  return async ({ look, picture }) => {
    const inner = Math.round(size * share);
    const { ground, title, accent } = cardColors(look);
    const drawn = picture
      ? await squared(picture, inner)
      : await sharp(radius === null ? svg(mark("#0b191f", beamColor(look))) : svg(mark(title, accent)))
          .resize(inner)
          .png()
          .toBuffer();
    const fill = radius === null ? "none" : picture ? PAPER : ground;
    const field = svg(`<rect width="32" height="32" rx="${32 * (radius ?? 0)}" fill="${fill}"/>`);
    return sharp(field, { density: (72 * size) / 32 })
      .resize(size, size)
      .composite([{ input: drawn, gravity: "center" }])
      .png({ palette: true })
      .toBuffer();
  };
}

const TAB_PNG = png(32, 1, null);

/** The icon for programs that read no page: an ICO file with a single PNG of 32 pixels. */
async function drawIco(source: IconSource): Promise<Buffer> {
  const picture = await TAB_PNG(source);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // with one picture
  head.set([32, 32], 6);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

/** Every icon of the site, by the name of its file. */
const ICONS: Readonly<Record<string, Draw>> = {
  "favicon.svg": drawSvg,
  "favicon.ico": drawIco,
  "favicon-32.png": TAB_PNG,
  "apple-touch-icon.png": png(180, 0.6, 0),
  "icon-192.png": png(192, 0.72, 0.22),
  "icon-512.png": png(512, 0.72, 0.22),
  // Launchers cut it to any shape within a circle of 80 %.
  "icon-maskable-512.png": png(512, 0.52, 0),
};

export const isIconName = (name: string): boolean => Object.hasOwn(ICONS, name);

const TYPES: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  ico: "image/x-icon",
  png: "image/png",
};

export const iconType = (name: string): string => TYPES[name.split(".").at(-1) ?? ""] ?? "";

/** Returns an icon. Throws when a picture cannot be read. */
export async function drawIcon(name: string, source: IconSource): Promise<Buffer> {
  return (await ICONS[name]?.(source)) ?? Buffer.alloc(0);
}
