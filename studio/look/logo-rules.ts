import type { ValidationContext } from "sanity";
import { GROUNDS } from "../../app/model/accent.ts";
import { vanishesOn } from "../../app/model/logo.ts";
import { API_VERSION } from "../model/api.ts";

const SAMPLE_SIDE = 64;

export interface LogoValue {
  asset?: { _ref?: string };
}

/** Returns the pixels of a picture, drawn small; null when it cannot be loaded. */
async function samplePixels(url: string): Promise<Uint8ClampedArray | null> {
  const image = new Image();
  image.crossOrigin = "anonymous";
  image.src = url;
  const isLoaded = await image.decode().then(
    () => true,
    () => false,
  );
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SAMPLE_SIDE;
  const drawing = canvas.getContext("2d");
  if (!isLoaded || !drawing) return null;
  // Stretched: what counts is how much of it is dark.
  drawing.drawImage(image, 0, 0, SAMPLE_SIDE, SAMPLE_SIDE);
  return drawing.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE).data;
}

/** For `rule.custom`: warns of a logo that would vanish on dark screens. */
export async function warnDarkLogo(
  logo: LogoValue | undefined,
  { getClient }: Pick<ValidationContext, "getClient" | "parent">,
): Promise<true | string> {
  const id = logo?.asset?._ref;
  if (!id) return true;
  const client = getClient({ apiVersion: API_VERSION });
  const url = await client.fetch<string | null>("*[_id == $id][0].url", { id });
  const pixels = url ? await samplePixels(url) : null;
  if (!pixels || !vanishesOn(GROUNDS.dark.paper, pixels)) return true;
  return "Much of this logo is too dark for dark screens and share pictures. It stands on a light plate there until there is a lighter one for dark screens.";
}
