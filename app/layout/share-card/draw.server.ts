import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { groundSvg, lettersSvg, type ShareCard } from "./card.server.tsx";

/** Pictures of about 40 KB; the site has fewer pages than this. */
const KEPT = 100;

const drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT });

let drawnGround: Promise<Buffer> | undefined;

/** Drawn once, for it takes longest. */
function ground(): Promise<Buffer> {
  drawnGround ??= sharp(Buffer.from(groundSvg())).png({ compressionLevel: 1 }).toBuffer();
  return drawnGround;
}

async function draw(card: ShareCard): Promise<Buffer> {
  return sharp(await ground())
    .composite([{ input: Buffer.from(await lettersSvg(card)) }])
    .png({ palette: true, colours: 64, effort: 3 })
    .toBuffer();
}

/** The picture of a page as PNG. The same words are drawn once, however often and at once they are asked for. */
export function drawShareCard(card: ShareCard): Promise<Buffer> {
  const key = JSON.stringify([card.title, card.kind, card.company]);
  const kept = drawn.get(key) ?? draw(card);
  drawn.set(key, kept);
  kept.catch(() => drawn.delete(key));
  return kept;
}
