import { createHash } from "node:crypto";
import { accentProblem, type Theme } from "../model/accent.ts";
import {
  isFontName,
  isLinkTarget,
  LOGO_SIZES,
  MAX_ANNOUNCEMENT,
  MAX_FOOTER,
  MAX_NAVIGATION,
  type SiteLink,
} from "../model/look.ts";
import { leadsTo, MAIN_LINKS } from "../model/page-list.ts";
import { hasPicture, type Picture } from "./image-url.ts";
import type { Announcement, Icon, Look } from "./look.ts";
import type { SiteResult } from "./site-query.ts";

type WholeLook = NonNullable<SiteResult["look"]>;
type Brand = "logo" | "logoDark" | "icon" | "logoShowsName" | "accentColor" | "accentColorDark" | "font";
/** What `brandFragment` reads; the rest where a page shows it. */
type StoredLook = Pick<WholeLook, Brand> & Partial<WholeLook>;
type StoredLink = { label: string | null; to: string | null } | null;

const MAX_LABEL = 40;

/** Returns the links that lead somewhere: one to an unpublished page does not. */
function links(stored: readonly StoredLink[] | null | undefined, max: number): SiteLink[] {
  return (stored ?? []).slice(0, max).flatMap((link) => {
    const label = link?.label?.trim().slice(0, MAX_LABEL);
    return label && link?.to && isLinkTarget(link.to) ? [{ label, to: link.to }] : [];
  });
}

function announcement(stored: StoredLook["announcement"], now: Date): Announcement | null {
  const text = stored?.text?.trim().slice(0, MAX_ANNOUNCEMENT);
  if (!text) return null;
  const isDue = !stored?.from || Date.parse(stored.from) <= now.getTime();
  const isOver = Boolean(stored?.until && Date.parse(stored.until) <= now.getTime());
  if (!isDue || isOver) return null;
  const link = links([stored?.link ?? null], 1)[0] ?? null;
  return { id: shortHash([text, link]), text, link };
}

/** The part of a picture that is drawn on the server: whole, without the editor's crop. */
const drawn = ({ assetPath, width, height }: Picture): Picture => ({ assetPath, width, height });

/** Logos that are about as wide as high are icons as well. */
const MAX_ASPECT = 1.25;

function icon({ icon: own, logo, logoDark }: StoredLook): Icon | null {
  if (hasPicture(own)) return { image: drawn(own), darkImage: null };
  if (!hasPicture(logo)) return null;
  const aspect = logo.width / logo.height;
  if (aspect > MAX_ASPECT || aspect < 1 / MAX_ASPECT) return null;
  return { image: drawn(logo), darkImage: hasPicture(logoDark) ? drawn(logoDark) : null };
}

const shortHash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);

/** The Studio does not save such a color, but a write through the API may. */
function usable(color: string | null, theme: Theme, warn: (message: string) => void): string | null {
  if (!color) return null;
  const problem = accentProblem(color, theme);
  if (problem) warn(`the ${theme} accent color of the look is ignored: ${problem}`);
  return problem ? null : color.toLowerCase();
}

/** Returns what the owner changed of the site's look; undefined when nothing is. Ignores what the Studio would not have saved. */
export function readLook(
  stored: StoredLook | null,
  { now, warn }: { now: Date; warn: (message: string) => void },
): Look | undefined {
  if (!stored) return undefined;
  const light = usable(stored.accentColor, "light", warn);
  const [button] = links([stored.button ?? null], 1);
  const navigation = links(stored.navigation, MAX_NAVIGATION);
  const footer = links(stored.footerLinks, MAX_FOOTER);
  const due = announcement(stored.announcement, now);
  const accent = light ? { light, dark: usable(stored.accentColorDark, "dark", warn) } : null;
  const picture = icon(stored);
  const size = LOGO_SIZES.find((known) => known === stored.logoSize);
  const look: Look = {
    ...(hasPicture(stored.logo)
      ? {
          logo: {
            // Without the blurred preview, which every page would carry.
            image: { ...stored.logo, lqip: null },
            darkImage: hasPicture(stored.logoDark) ? { ...stored.logoDark, lqip: null } : null,
            showsName: stored.logoShowsName ?? true,
            ...(size && size !== "medium" ? { size } : {}),
          },
        }
      : {}),
    ...(picture ? { icon: picture } : {}),
    ...(accent ? { accent } : {}),
    ...(picture || accent ? { iconVersion: shortHash([picture, accent]) } : {}),
    ...(isFontName(stored.font) && stored.font !== "instrument-sans" ? { font: stored.font } : {}),
    ...(stored.showsDrawings === false ? { hidesDrawings: true as const } : {}),
    ...(navigation.length > 0 ? { navigation } : {}),
    ...(button ? { button } : {}),
    ...(footer.length > 0 ? { footer } : {}),
    ...(due ? { announcement: due } : {}),
  };
  return Object.keys(look).length > 0 ? look : undefined;
}

/** Returns a look whose navigation leads to none of these paths, nor to a page below them; the site's own links take part, too. */
export function withoutLinks(look: Look | undefined, paths: readonly string[]): Look | undefined {
  if (paths.length === 0) return look;
  const { button, navigation = MAIN_LINKS, footer = MAIN_LINKS.slice(1), ...rest } = look ?? {};
  const isLeft = ({ to }: SiteLink) => !leadsTo(paths, to);
  return {
    ...rest,
    ...(button && isLeft(button) ? { button } : {}),
    navigation: navigation.filter(isLeft),
    footer: footer.filter(isLeft),
  };
}
