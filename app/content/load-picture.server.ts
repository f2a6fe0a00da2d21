import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { Logger } from "pino";
import sharp from "sharp";
import { GROUNDS } from "../model/accent.ts";
import { vanishesOn } from "../model/logo.ts";
import { createMemo } from "../platform/memo.server.ts";
import type { ContentClients } from "./client.server.ts";
import type { Picture } from "./image-url.ts";

export interface PictureContext {
  services: { clients: Pick<ContentClients, "readPicture">; log: Pick<Logger, "warn"> };
}

/** No side of a drawn icon or logo is longer, in pixels. */
const MAX_SIDE = 1024;

/** As many as the lake takes at an upload; sharp's own limit is 268 million, which is a gigabyte when decoded. */
const MAX_PIXELS = 100_000_000;

/**
 * How long a vector picture may take to be drawn, in ms. Filters and references can make a small file take minutes, and on a busy
 * machine the process alone takes seconds to start.
 */
export const MAX_DRAW_MS = 20_000;

/** 72 dots per inch is a vector picture's own size. */
const densityOf = ({ width, height }: Picture): number =>
  Math.min(2400, Math.max(72, (72 * MAX_SIDE) / Math.max(width, height)));

const DRAW_VECTOR = `
const [path, density, side, pixels] = process.argv.slice(1);
const sharp = require(path);
process.stdin.pipe(sharp({ density: Number(density), limitInputPixels: Number(pixels) })
  .resize(Number(side), Number(side), { fit: "inside" }).png()).pipe(process.stdout);`;

/** Draws a vector picture in a process of its own: nothing else can end it, and it would hold one of libuv's four threads. */
function drawVector(bytes: Uint8Array, density: number, timeoutMs: number): Promise<Buffer> {
  const sharpPath = createRequire(import.meta.url).resolve("sharp");
  const args = ["-e", DRAW_VECTOR, sharpPath, ...[density, MAX_SIDE, MAX_PIXELS].map(String)];
  const options = {
    env: { NODE_ENV: "production" },
    encoding: "buffer",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: Infinity,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, args, options, (error, png) =>
      error ? reject(error) : resolve(png),
    );
    // A child that ended has said why.
    child.stdin?.on("error", () => {}).end(bytes);
  });
}

/** A look has four pictures. */
const KEPT = 8;
/** When one that could not be drawn in time is tried again. */
const TRIED_AGAIN_MS = 600_000;
const memoOptions = { max: KEPT, ttl: TRIED_AGAIN_MS };
const drawn = createMemo<Buffer>({ ...memoOptions, keepsFailures: true });

/** As `drawVector`, once for each file, also for one that cannot be drawn: any stranger may ask for an icon or a share picture. */
function drawVectorOnce(bytes: Uint8Array, density: number, timeoutMs: number): Promise<Buffer> {
  const key = `${createHash("sha256").update(bytes).digest("hex")} ${density}`;
  return drawn(key, () => drawVector(bytes, density, timeoutMs));
}

/** Returns a picture as PNG, at most 1024 pixels wide and high; null, with a line in the log, when it cannot be read or drawn. */
export async function loadPicture(
  { services: { clients, log } }: PictureContext,
  picture: Picture | null | undefined,
  maxDrawMs = MAX_DRAW_MS,
): Promise<Buffer | null> {
  if (!picture) return null;
  try {
    const bytes = await clients.readPicture(picture.assetPath);
    if (picture.assetPath.endsWith(".svg")) return await drawVectorOnce(bytes, densityOf(picture), maxDrawMs);
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .resize(MAX_SIDE, MAX_SIDE, { fit: "inside", withoutEnlargement: true })
      .png()
      .toBuffer();
  } catch (error) {
    log.warn({ err: error, picture: picture.assetPath }, "a picture of the look cannot be drawn");
    return null;
  }
}

/** Enough to see what a logo is made of, in pixels. */
const SAMPLE_SIDE = 64;

/** Returns whether a good part of a logo vanishes on a ground (`#rrggbb`): it needs a light plate there. */
export async function needsPlate(png: Buffer, ground: string): Promise<boolean> {
  const sample = sharp(png).resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: "inside" }).ensureAlpha();
  return vanishesOn(ground, await sample.raw().toBuffer());
}

/** Learns beside the pages which logos need a light plate on dark screens: reading and drawing one may take twenty seconds. */
export function createPlates(services: PictureContext["services"]) {
  const known = new Map<string, boolean>();
  const learn = createMemo<void>(memoOptions);
  let tell = () => {};
  return {
    /** Returns whether a logo needs a plate; false until it is known. Its path changes with its bytes. */
    isNeeded(picture: Picture): boolean {
      const { assetPath } = picture;
      if (!known.has(assetPath))
        void learn(assetPath, async () => {
          const png = await loadPicture({ services }, picture);
          if (!png) return;
          const isNeeded = await needsPlate(png, GROUNDS.dark.paper);
          known.set(assetPath, isNeeded);
          if (isNeeded) tell();
        });
      return known.get(assetPath) ?? false;
    },
    /** Calls a listener when a logo needs a plate that pages may have been rendered without. */
    onNeeded(listener: () => void): void {
      tell = listener;
    },
  };
}
