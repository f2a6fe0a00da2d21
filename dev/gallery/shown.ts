import { fileURLToPath } from "node:url";
import sharp from "sharp";

interface Shown {
  name: string;
  width: number;
  theme: "light" | "dark";
}

/** The screens of the Studio in the guides for owners and editors. */
const STUDIO = [
  "start",
  "preview",
  "orderService",
  "homePage",
  "paymentSettings",
  "siteSettings",
  "look",
] as const;

/** The screens of docs/gallery.md, the README and those guides. */
export const SHOWN = [
  { name: "home", width: 1440, theme: "light" },
  { name: "home", width: 390, theme: "dark" },
  { name: "services", width: 1440, theme: "dark" },
  { name: "portfolio", width: 1440, theme: "light" },
  { name: "article", width: 1440, theme: "light" },
  { name: "questionnaire", width: 390, theme: "light" },
  { name: "order-payment", width: 1440, theme: "light" },
  { name: "order-services", width: 390, theme: "dark" },
  ...STUDIO.map((name) => ({ name: `studio-${name}`, width: 1440, theme: "light" }) as const),
  { name: "admin", width: 1440, theme: "light" },
  { name: "admin-figures", width: 1440, theme: "dark" },
  { name: "admin-contract", width: 1440, theme: "light" },
] as const;

/** How docs/gallery.md shows every email, and one more of them. */
export const SHOWN_EMAILS = { width: 720, theme: "light" } as const;
export const SHOWN_EMAIL = { name: "order-receipt", width: 390, theme: "dark" } as const;

const folder = fileURLToPath(new URL("../../docs/gallery/", import.meta.url));

/** Writes an image of at most 80 KB, small enough for the repository. */
export async function saveShown({ name, width, theme }: Shown, picture: Buffer): Promise<void> {
  await sharp(picture)
    .resize({ width: Math.min(width, 1200) })
    .webp({ quality: 72 })
    .toFile(`${folder}${name}-${width}-${theme}.webp`);
}
