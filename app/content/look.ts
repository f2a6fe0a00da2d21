import type { FontName, LogoSize, SiteLink } from "../model/look.ts";
import type { ContentImageData } from "./fragments.ts";
import type { Picture } from "./image-url.ts";

export interface Logo {
  image: ContentImageData & Picture;
  /** For dark screens; null where one logo serves both. */
  darkImage: (ContentImageData & Picture) | null;
  /** Whether the company's name stands beside it. */
  showsName: boolean;
  /** Absent: medium. */
  size?: LogoSize;
  /** On dark screens it stands on a light plate, because it would vanish. */
  onPlate?: true;
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
  /** Contour lines and beam are not drawn. */
  hidesDrawings?: true;
  navigation?: SiteLink[];
  button?: SiteLink;
  footer?: SiteLink[];
  announcement?: Announcement;
}

/** Returns the path of an icon (app/site/icons.server.ts). */
export const iconPath = (look: Look | undefined, name: string): string =>
  look?.iconVersion ? `/icons/${look.iconVersion}/${name}` : `/icons/${name}`;
