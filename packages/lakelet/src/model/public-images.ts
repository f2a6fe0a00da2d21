/** Sizes of images in a front end. */
export interface PublicImageSize {
  /** In pixels. An image narrower than the largest may also be requested in its own width. */
  widths: readonly number[];
  /** Width divided by height if the image is cropped (`fit=crop`). Default: it keeps its aspect ratio. */
  aspect?: number;
  /** `fm`. Default: `auto=format`. */
  format?: "jpg" | "png" | "webp";
}

/** The transformations that strangers may request. */
export interface PublicImages {
  sizes: readonly PublicImageSize[];
  /** Values of `q`, which is required. */
  qualities: readonly number[];
}
