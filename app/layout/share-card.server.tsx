import { LRUCache } from "lru-cache";
import satori from "satori";
import sharp from "sharp";
import { loadContent, published, type ContentContext } from "../content/load.server.ts";
import contours from "./contours.svg?raw";
import { PAGES } from "./page-list.ts";
import { customPageCardQuery, pageCardQuery, postCardQuery } from "../content/site-query.ts";
import { isPageSlug } from "../platform/page-slug.ts";
import { drawable, FONT_FAMILY, FONTS } from "./share-card-fonts.server.ts";

/** The texts on the share image of a page. */
export interface ShareCard {
  title: string;
  /** Kind of page, such as `Article`. */
  kind: string;
  company: string;
}

/** Must equal the size in the meta tags (seo.ts), in pixels. */
const SHARE_SIZE = { width: 1200, height: 630 };

/** The dark background of the site's sections (tokens.css), on which white text is readable in any feed. */
const INK = { ground: "#08272d", title: "#f3f8f7", soft: "#bad0d0", accent: "#74dcd1" };
const MARGIN = 84;
const TITLE_WIDTH = 940;
const LEADING = 1.1;
const chart = contours.replace(/^[^>]*>/, "").replace("</svg>", "");

const frame = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE_SIZE.width} ${SHARE_SIZE.height}" ` +
  `width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}">${content}</svg>`;

/** Returns the common background as SVG: the site's harbour chart with its lamp. */
function groundSvg(): string {
  return frame(
    '<defs><linearGradient id="fade" x1="0" x2="1"><stop offset=".15" stop-color="#000"/><stop offset=".85" stop-color="#fff"/></linearGradient>' +
      '<mask id="side"><rect width="100%" height="100%" fill="url(#fade)"/></mask>' +
      `<linearGradient id="beam" x1="1" x2="0"><stop stop-color="${INK.accent}" stop-opacity=".22"/><stop offset="1" stop-color="${INK.accent}" stop-opacity="0"/></linearGradient></defs>` +
      `<rect width="100%" height="100%" fill="${INK.ground}"/>` +
      `<g mask="url(#side)" fill="none" stroke="${INK.accent}"><g opacity=".3" transform="translate(0 -60) scale(.75)">${chart}</g></g>` +
      `<path fill="url(#beam)" d="M1103 385 500 40V250Z"/><circle cx="1103" cy="385" r="6" fill="${INK.accent}"/>`,
  );
}

/** Font sizes in pixels, each with the longest title that it is used for and the number of lines that fit. */
const SIZES = [
  { size: 84, characters: 48, lines: 4 },
  { size: 72, characters: 76, lines: 4 },
  { size: 60, characters: 108, lines: 5 },
] as const;
const SMALLEST = { size: 50, lines: 5 } as const;

/** Longer titles are cut: the lines of the smallest size are full by then. */
const MAX_CHARACTERS = 400;

/** The title is aligned to the bottom margin, with the kind of page above it. */
function CardText({ title, kind, company }: ShareCard) {
  const { size, lines } = SIZES.find(({ characters }) => title.length <= characters) ?? SMALLEST;
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        width: "100%",
        height: "100%",
        boxSizing: "border-box",
        padding: `66px ${MARGIN}px 68px`,
        fontFamily: FONT_FAMILY,
        fontWeight: 600,
        color: INK.title,
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 20, fontSize: 30 }}>
        <svg viewBox="0 0 32 32" width={56} height={56}>
          <path fill={INK.title} d="M14.5 17.5V5A12.5 12.5 0 1 0 27 17.5Z" />
          <path fill={INK.accent} d="M18 14V1a13 13 0 0 1 13 13Z" />
        </svg>
        {company}
      </div>
      <div style={{ marginTop: "auto", fontSize: 30, color: INK.accent }}>{kind}</div>
      <div
        style={{
          display: "block",
          maxWidth: TITLE_WIDTH,
          marginTop: 14,
          fontSize: size,
          lineHeight: LEADING,
          letterSpacing: "-0.026em",
          lineClamp: lines,
          wordBreak: "break-word",
        }}
      >
        {title}
      </div>
    </div>
  );
}

/**
 * Returns the texts of one image as SVG. They are converted to outlines, so the image does not depend on the machine's
 * fonts. A title in a script that the typeface lacks is replaced by the company's name.
 */
export function textSvg({ title, kind, company }: ShareCard): Promise<string> {
  const name = drawable(company.slice(0, MAX_CHARACTERS));
  const words = drawable(title.slice(0, MAX_CHARACTERS));
  const card = { title: words || name, kind: drawable(kind), company: words ? name : "" };
  return satori(<CardText {...card} />, { ...SHARE_SIZE, fonts: FONTS });
}

/** Maximum number of cached images, of about 40 KB each; the site has fewer pages. */
const KEPT = 100;

const drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT });

let drawnGround: Promise<Buffer> | undefined;

/** Drawn only once, because it takes longest. */
function ground(): Promise<Buffer> {
  drawnGround ??= sharp(Buffer.from(groundSvg())).png({ compressionLevel: 1 }).toBuffer();
  return drawnGround;
}

async function draw(card: ShareCard): Promise<Buffer> {
  return sharp(await ground())
    .composite([{ input: Buffer.from(await textSvg(card)) }])
    .png({ palette: true, colours: 64, effort: 3 })
    .toBuffer();
}

/** Returns the share image of a page as PNG. The same texts are drawn once, also for concurrent requests. */
export function drawShareCard(card: ShareCard): Promise<Buffer> {
  const key = JSON.stringify([card.title, card.kind, card.company]);
  const kept = drawn.get(key) ?? draw(card);
  drawn.set(key, kept);
  kept.catch(() => drawn.delete(key));
  return kept;
}

const ARTICLE = /^\/blog\/(?<slug>[a-z0-9-]+)$/;

/** Returns the texts of the share image for a path. Throws a 404 Response when there is no such page. */
export async function loadShareCard(context: ContentContext, path: string): Promise<ShareCard> {
  const page = PAGES.find((one) => one.path === path);
  const slug = ARTICLE.exec(path)?.groups?.["slug"];
  const pageSlug = path.slice(1);
  if (page) {
    const { title, company } = await loadContent(context, pageCardQuery, { id: page.documentId });
    return { title: published(title), company: company ?? "", kind: page.kind };
  }
  if (isPageSlug(pageSlug)) {
    const { title, company } = await loadContent(context, customPageCardQuery, { slug: pageSlug });
    return { title: published(title), company: company ?? "", kind: "Page" };
  }
  if (!slug) throw new Response("Not found", { status: 404 });
  const { title, company } = await loadContent(context, postCardQuery, { slug });
  return { title: published(title), company: company ?? "", kind: "Article" };
}
