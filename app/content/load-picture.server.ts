import sharp from "sharp";
import type { Logger } from "pino";
import type { ContentClients } from "./client.server.ts";
import type { Picture } from "./image-url.ts";

export interface PictureContext {
  services: { clients: Pick<ContentClients, "readPicture">; log: Pick<Logger, "warn"> };
}

/** No side of a drawn icon or logo is longer, in pixels. */
const MAX_SIDE = 1024;

/** As many as the lake takes at an upload; sharp's own limit is 268 million, which is a gigabyte when decoded. */
const MAX_PIXELS = 100_000_000;

/** Returns a picture as PNG, at most 1024 pixels wide and high; null, with a line in the log, when it cannot be read. */
export async function loadPicture(
  { services: { clients, log } }: PictureContext,
  picture: Picture | null | undefined,
): Promise<Buffer | null> {
  if (!picture) return null;
  try {
    const longest = Math.max(picture.width, picture.height);
    const isVector = picture.assetPath.endsWith(".svg");
    // 72 dots per inch is a vector picture's own size.
    const density = isVector ? Math.min(2400, Math.max(72, (72 * MAX_SIDE) / longest)) : 72;
    return await sharp(await clients.readPicture(picture.assetPath), {
      density,
      limitInputPixels: MAX_PIXELS,
    })
      .resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: !isVector })
      .png()
      .toBuffer();
  } catch (error) {
    log.warn({ err: error, picture: picture.assetPath }, "a picture of the look cannot be drawn");
    return null;
  }
}
