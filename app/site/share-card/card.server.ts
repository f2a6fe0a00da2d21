import contours from "../contours.svg?raw";
import { drawable, outline, widthOf } from "./letters.server.ts";
import { setLines } from "./lines.ts";

/** What is written on the picture of a page. */
export interface ShareCard {
  title: string;
  /** What kind of page it is, such as `Article`. */
  kind: string;
  company: string;
}

/** As large as the head of each page says (seo.ts), in pixels. */
const SHARE_SIZE = { width: 1200, height: 630 };

/** The deep ground of the site's own sections (tokens.css), where white letters are read in any feed. */
const INK = { ground: "#08272d", title: "#f3f8f7", soft: "#bad0d0", accent: "#74dcd1" };
const MARGIN = 84;
const TITLE_WIDTH = 940;
const LEADING = 1.1;
/** The large title is set as close as on the site. */
const TIGHT = -0.026;

const MARK =
  '<path fill="#f3f8f7" d="M14.5 17.5V5A12.5 12.5 0 1 0 27 17.5Z"/><path fill="#74dcd1" d="M18 14V1a13 13 0 0 1 13 13Z"/>';

const chart = contours.replace(/^[^>]*>/, "").replace("</svg>", "");

function line(text: string, at: { x: number; y: number; size: number; fill: string; tracking?: number }) {
  const outlined = outline(text, at.size, at.tracking ?? 0);
  return `<path fill="${at.fill}" transform="translate(${at.x} ${at.y})" d="${outlined}"/>`;
}

/** The title stands on the bottom margin and grows upwards; what kind of page it is stands over it. */
function titleBlock(title: string, kind: string): string {
  const measure = (text: string, size: number) => widthOf(text, size, size * TIGHT);
  const { lines, size } = setLines(title, { width: TITLE_WIDTH, measure });
  const base = (index: number) => SHARE_SIZE.height - MARGIN - (lines.length - 1 - index) * size * LEADING;
  const set = lines.map((text, index) =>
    line(text, { x: MARGIN, y: base(index), size, fill: INK.title, tracking: size * TIGHT }),
  );
  return [line(kind, { x: MARGIN, y: base(0) - size - 20, size: 30, fill: INK.accent }), ...set].join("");
}

const frame = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE_SIZE.width} ${SHARE_SIZE.height}" ` +
  `width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}">${content}</svg>`;

/** What all pictures have in common, as SVG: the site's harbour chart with its lamp. */
export function groundSvg(): string {
  return frame(
    '<defs><linearGradient id="fade" x1="0" x2="1"><stop offset=".15" stop-color="#000"/><stop offset=".85" stop-color="#fff"/></linearGradient>' +
      '<mask id="side"><rect width="100%" height="100%" fill="url(#fade)"/></mask>' +
      `<linearGradient id="beam" x1="1" x2="0"><stop stop-color="${INK.accent}" stop-opacity=".22"/><stop offset="1" stop-color="${INK.accent}" stop-opacity="0"/></linearGradient></defs>` +
      `<rect width="100%" height="100%" fill="${INK.ground}"/>` +
      `<g mask="url(#side)" fill="none" stroke="${INK.accent}"><g opacity=".3" transform="translate(0 -60) scale(.75)">${chart}</g></g>` +
      `<path fill="url(#beam)" d="M1103 385 500 40V250Z"/><circle cx="1103" cy="385" r="6" fill="${INK.accent}"/>`,
  );
}

/**
 * What is written on one picture, as SVG. Letters are outlines, so neither the machine's fonts nor what is in the text
 * decide how it looks; a title in a script that the typeface lacks gives way to the company's name.
 */
export function lettersSvg({ title, kind, company }: ShareCard): string {
  const name = drawable(company);
  const words = drawable(title);
  return frame(
    `<g transform="translate(${MARGIN} 66) scale(1.75)">${MARK}</g>` +
      line(words ? name : "", { x: MARGIN + 76, y: 106, size: 30, fill: INK.title }) +
      titleBlock(words || name, drawable(kind)),
  );
}
