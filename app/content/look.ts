import type { ContentImageData } from "./fragments.ts";
import type { Picture } from "./image-url.ts";

/** The fonts that an owner can choose, by their name in the store. The first is the site's own. */
export const FONTS = {
  "instrument-sans": {
    title: "Instrument Sans (sans serif)",
    family: '"Instrument Sans Variable", "Instrument Sans Fallback", system-ui, sans-serif',
  },
  figtree: {
    title: "Figtree (sans serif, rounder)",
    family: '"Figtree Variable", "Figtree Fallback", system-ui, sans-serif',
  },
  "source-serif": {
    title: "Source Serif (serif)",
    family: '"Source Serif Variable", "Source Serif Fallback", Georgia, serif',
  },
} as const;

export type FontName = keyof typeof FONTS;

export const isFontName = (value: unknown): value is FontName =>
  typeof value === "string" && Object.hasOwn(FONTS, value);

export interface SiteLink {
  /** A path of this site, or an https URL. */
  to: string;
  label: string;
}

export interface Logo {
  image: ContentImageData & Picture;
  /** For dark screens; null where one logo serves both. */
  darkImage: (ContentImageData & Picture) | null;
  /** Whether the company's name stands beside it. */
  showsName: boolean;
}

/** The picture of browser tabs and home screens. */
export interface Icon {
  image: Picture;
  /** For dark screens; null where one picture serves both. */
  darkImage: Picture | null;
}

export interface Announcement {
  /** Changes with its words: who dismissed one sees the next. Hexadecimal digits. */
  id: string;
  text: string;
  link: SiteLink | null;
}

/** What the owner changed of the site's look. What is absent or empty is the site's own. */
export interface Look {
  logo?: Logo;
  /** Absent: the site's own mark in the accent color. */
  icon?: Icon;
  /** Changes with the drawn icons, whose path it is a part of: browsers keep an icon for days. */
  iconVersion?: string;
  /** Checked with `accentProblem`. `dark` is null where it follows from the light one. */
  accent?: { light: string; dark: string | null };
  font?: FontName;
  navigation?: SiteLink[];
  button?: SiteLink;
  footer?: SiteLink[];
  announcement?: Announcement;
}

export const MAX_NAVIGATION = 8;
export const MAX_FOOTER = 12;
export const MAX_ANNOUNCEMENT = 200;

/** Returns the path of an icon (app/layout/icons.server.ts). */
export const iconPath = (look: Look | undefined, name: string): string =>
  look?.iconVersion ? `/icons/${look.iconVersion}/${name}` : `/icons/${name}`;

/** Returns whether a link leads to a place of this site, an https URL, an email address or a telephone; not `javascript:`, `//host`. */
export const isLinkTarget = (to: string): boolean =>
  /^(?:https:\/\/[^\s/]|\/(?![/\\])|mailto:|tel:|#[\w-]+$)/.test(to);
