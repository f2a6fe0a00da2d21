import { createHash } from "node:crypto";
import type { ClientReturn } from "@sanity/client";
import satori from "satori";
import sharp from "sharp";
import { loadPicture, needsPlate, type PictureContext } from "../content/load-picture.server.ts";
import { hasPage, loadContent, published, type ContentContext } from "../content/load.server.ts";
import { readLook } from "../content/look.server.ts";
import {
  customPageCardQuery,
  pageCardQuery,
  postCardQuery,
  projectCardQuery,
} from "../content/site-query.ts";
import type { FontName } from "../model/look.ts";
import { PAGES } from "../model/page-list.ts";
import { createMemo } from "../platform/memo.server.ts";
import contours from "./contours.svg?raw";
import { cardColors, MARK, type CardColors } from "./icons.server.ts";
import { SHARE_SIZE } from "./seo.ts";
import { drawable, fontsOf } from "./share-card-fonts.server.ts";

export interface ShareCard {
  title: string;
  /** Kind of page, such as `Article`. */
  kind: string;
  company: string;
  colors: CardColors;
  font: FontName;
  /** Whether the site's harbour chart lies behind the words. */
  drawings: boolean;
  logo: CardLogo | null;
}

/** The owner's logo, in place of the site's mark. */
interface CardLogo {
  png: Buffer;
  showsName: boolean;
  /** Whether it stands on a light plate. */
  onPlate: boolean;
}

const MARGIN = 84;
const TITLE_WIDTH = 940;
const LEADING = 1.1;
const chart = contours.replace(/^[^>]*>/, "").replace("</svg>", "");

const frame = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE_SIZE.width} ${SHARE_SIZE.height}" ` +
  `width="${SHARE_SIZE.width}" height="${SHARE_SIZE.height}">${content}</svg>`;

type Ground = Pick<ShareCard, "colors" | "drawings">;

/** Returns the background as SVG: the site's harbour chart with its lamp, unless the owner does without drawings. */
function groundSvg({ colors: { ground, accent }, drawings }: Ground): string {
  const plain = `<rect width="100%" height="100%" fill="${ground}"/>`;
  if (!drawings) return frame(plain);
  return frame(
    '<defs><linearGradient id="fade" x1="0" x2="1"><stop offset=".15" stop-color="#000"/><stop offset=".85" stop-color="#fff"/></linearGradient>' +
      '<mask id="side"><rect width="100%" height="100%" fill="url(#fade)"/></mask>' +
      `<linearGradient id="beam" x1="1" x2="0"><stop stop-color="${accent}" stop-opacity=".22"/><stop offset="1" stop-color="${accent}" stop-opacity="0"/></linearGradient></defs>` +
      plain +
      `<g mask="url(#side)" fill="none" stroke="${accent}"><g opacity=".3" transform="translate(0 -60) scale(.75)">${chart}</g></g>` +
      `<path fill="url(#beam)" d="M1103 385 500 40V250Z"/><circle cx="1103" cy="385" r="6" fill="${accent}"/>`,
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

/** Size of the logo at most, in pixels. */
const LOGO = { width: 360, height: 64 };

interface CardTextProps extends Omit<ShareCard, "logo" | "font" | "drawings"> {
  /** Families as CSS lists them. */
  family: string;
  logo: ({ url: string; width: number; height: number } & Omit<CardLogo, "png">) | null;
}

/** The title is aligned to the bottom margin, with the kind of page above it. */
function CardText({ title, kind, company, colors, family, logo }: CardTextProps) {
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
        fontFamily: family,
        fontWeight: 600,
        color: colors.title,
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 20, fontSize: 30 }}>
        {logo ? (
          <img
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt=""
            style={logo.onPlate ? { padding: 12, borderRadius: 8, background: "#ffffff" } : {}}
          />
        ) : (
          <svg viewBox="0 0 32 32" width={56} height={56}>
            <path fill={colors.title} d={MARK.disc} />
            <path fill={colors.accent} d={MARK.beam} />
          </svg>
        )}
        {logo?.showsName === false ? "" : company}
      </div>
      <div style={{ marginTop: "auto", fontSize: 30, color: colors.accent }}>{kind}</div>
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
export async function textSvg({ title, kind, company, colors, font, logo }: ShareCard): Promise<string> {
  const name = await drawable(company.slice(0, MAX_CHARACTERS));
  const words = await drawable(title.slice(0, MAX_CHARACTERS));
  const { fonts, family } = await fontsOf(font);
  const card = {
    title: words || name,
    kind: await drawable(kind),
    company: words ? name : "",
    colors,
    family,
    logo: logo && (await fitLogo(logo)),
  };
  return satori(<CardText {...card} />, { ...SHARE_SIZE, fonts });
}

async function fitLogo({ png, ...how }: CardLogo): Promise<CardTextProps["logo"]> {
  // Twice as many pixels as it is wide, so that it stays sharp.
  const { data, info } = await sharp(png)
    .resize(LOGO.width * 2, LOGO.height * 2, { fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const url = `data:image/png;base64,${data.toString("base64")}`;
  return { url, width: Math.round(info.width / 2), height: Math.round(info.height / 2), ...how };
}

/** Maximum number of cached images, of about 40 KB each; the site has fewer pages. */
const KEPT = 100;

const drawn = createMemo<Buffer>({ max: KEPT });

/** Backgrounds, of which a site has one until its owner chooses another look. */
const grounds = createMemo<Buffer>({ max: 3 });

/** Drawn only once, because it takes longest. */
const ground = ({ colors, drawings }: Ground): Promise<Buffer> =>
  grounds(JSON.stringify([colors, drawings]), () =>
    sharp(Buffer.from(groundSvg({ colors, drawings })))
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );

async function draw(card: ShareCard): Promise<Buffer> {
  return sharp(await ground(card))
    .composite([{ input: Buffer.from(await textSvg(card)) }])
    .png({ palette: true, colours: card.logo ? 128 : 64, effort: 3 })
    .toBuffer();
}

/** Returns the share image of a page as PNG. The same texts are drawn once, also for concurrent requests. */
export function drawShareCard(card: ShareCard): Promise<Buffer> {
  const logo = card.logo && [
    createHash("sha256").update(card.logo.png).digest("hex"),
    card.logo.showsName,
    card.logo.onPlate,
  ];
  const key = JSON.stringify([
    card.title,
    card.kind,
    card.company,
    card.colors,
    card.font,
    card.drawings,
    logo,
  ]);
  return drawn(key, () => draw(card));
}

const BELOW = /^\/(?<list>blog|portfolio)\/(?<slug>[^/]+)$/;

type Stored = Pick<ClientReturn<typeof pageCardQuery>, "company" | "look" | "title">;

/** Returns the card of a page that has a title. */
async function toCard(context: CardContext, { title, company, look: stored }: Stored, kind: string) {
  const words = published(title);
  const look = readLook(stored, { now: new Date(), warn: () => {} });
  const colors = cardColors(look);
  const picture = look?.logo?.darkImage ?? look?.logo?.image;
  const png = await loadPicture(context, picture);
  return {
    title: words,
    company: company ?? "",
    kind,
    colors,
    font: look?.font ?? "instrument-sans",
    drawings: !look?.hidesDrawings,
    logo: png && {
      png,
      showsName: look?.logo?.showsName ?? true,
      onPlate: await needsPlate(png, colors.ground),
    },
  };
}

type CardContext = ContentContext & PictureContext;

/** Returns what the share image of a path shows. Throws a 404 Response when there is no such page. */
export async function loadShareCard(context: CardContext, path: string): Promise<ShareCard> {
  const page = PAGES.find((one) => one.path === path);
  const { list, slug } = BELOW.exec(path)?.groups ?? {};
  const pageSlug = path.slice(1);
  if (page)
    return toCard(context, await loadContent(context, pageCardQuery, { id: page.documentId }), page.kind);
  if (await hasPage(context, pageSlug))
    return toCard(context, await loadContent(context, customPageCardQuery, { slug: pageSlug }), "");
  if (!slug) throw new Response("Not found", { status: 404 });
  return list === "blog"
    ? toCard(context, await loadContent(context, postCardQuery, { slug }), "Article")
    : toCard(context, await loadContent(context, projectCardQuery, { slug }), "Project");
}
