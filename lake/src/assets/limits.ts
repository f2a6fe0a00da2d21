const MEGABYTE = 1024 * 1024;

/** Largest image upload, bytes. */
export const MAX_IMAGE_BYTES = 20 * MEGABYTE;

/** Largest file upload, bytes. */
export const MAX_FILE_BYTES = 100 * MEGABYTE;

/** Largest image that is decoded (width × height × frames): a few kilobytes can claim gigapixels. */
export const MAX_INPUT_PIXELS = 100_000_000;

/** Longest side of a picture the pipeline makes. */
export const MAX_OUTPUT_SIDE = 8192;

/** Most pixels of a picture the pipeline makes, padding included; keeps one request from asking for 8192 × 8192. */
export const MAX_OUTPUT_PIXELS = 32_000_000;

/** Most pixels of an AVIF, which takes a second per million; larger ones become WebP, JPEG or PNG. */
export const MAX_AVIF_PIXELS = 2_000_000;

/** Most pixels of all frames of an animation that the pipeline makes; beyond it the first frame is shown. */
export const MAX_ANIMATION_PIXELS = 50_000_000;

/** How long libvips may work on one picture; on two when it is turned, which takes a second pass. */
export const MAX_RENDER_SECONDS = 10;

/** Room for made pictures on disk; the longest unused go first. */
export const IMAGE_CACHE_BYTES = 512 * MEGABYTE;
