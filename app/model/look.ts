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

export const LOGO_SIZES = ["small", "medium", "large"] as const;

export type LogoSize = (typeof LOGO_SIZES)[number];

export interface SiteLink {
  /** A path of this site, or an https URL. */
  to: string;
  label: string;
}

export const MAX_NAVIGATION = 8;
export const MAX_FOOTER = 12;
export const MAX_ANNOUNCEMENT = 200;

/** Returns whether a link leads to a place of this site, an https URL, an email address or a telephone; not `javascript:`, `//host`. */
export const isLinkTarget = (to: string): boolean =>
  /^(?:https:\/\/[^\s/]|\/(?![/\\])|mailto:|tel:|#[\w-]+$)/.test(to);
