interface ImageSize {
  /** In pixels. */
  widths: readonly number[];
  /** Width divided by height, when the image is cropped. */
  aspect?: number;
  /** A fixed format for readers without Accept; by default the best one that the browser accepts. */
  format?: "jpg";
}

/** Every size of an image on the site, by place. The embedded lake renders no other size for anonymous callers. */
export const IMAGE_SIZES = {
  /** The main image of a service or a project. */
  feature: { widths: [480, 768, 1080, 1400], aspect: 8 / 5 },
  hero: { widths: [400, 640, 960] },
  homeProject: { widths: [480, 768, 1080, 1480] },
  testimonial: { widths: [56, 112, 168] },
  story: { widths: [480, 768, 1152, 1600] },
  team: { widths: [320, 560, 840], aspect: 1 },
  newestPost: { widths: [480, 768, 1080, 1400], aspect: 16 / 9 },
  postCard: { widths: [480, 768, 1152], aspect: 16 / 9 },
  articleCover: { widths: [480, 768, 1200, 1600], aspect: 16 / 9 },
  author: { widths: [72, 144, 216], aspect: 1 },
  /** Within an article or a legal text. */
  figure: { widths: [480, 768, 1080, 1400] },
  /** In the top bar and the footer. */
  logo: { widths: [160, 320, 480] },
  /** Open Graph (`og:image`). */
  share: { widths: [1200], aspect: 1200 / 630, format: "jpg" },
  /** schema.org. */
  structuredData: { widths: [1200], format: "jpg" },
} as const satisfies Record<string, ImageSize>;

/** Places with several widths, of which the browser chooses. */
export type ImageSizeName = Exclude<keyof typeof IMAGE_SIZES, "share" | "structuredData">;

/** 0 to 100. */
export const IMAGE_QUALITY = 75;
