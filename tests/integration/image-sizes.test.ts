import { serveLake, type ServedLake } from "lakelet/testing";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageSrcSet, imageUrl, type Picture } from "../../app/content/image-url.ts";
import { IMAGE_QUALITY, IMAGE_SIZES } from "../../app/model/image-sizes.ts";

const FRAMINGS = [
  {},
  { crop: { left: 0.1237, top: 0.0521, right: 0.301, bottom: 0.2173 } },
  { hotspot: { x: 0.3339, y: 0.8127, width: 0.2, height: 0.3 } },
  {
    crop: { left: 0.1237, top: 0, right: 0.2949, bottom: 0.3333 },
    hotspot: { x: 0.05, y: 0.5217, width: 0.1, height: 0.1 },
  },
];

describe("the embedded lake and the site agree on pictures", () => {
  let lake: ServedLake;

  beforeAll(async () => {
    const images = { sizes: Object.values(IMAGE_SIZES), qualities: [IMAGE_QUALITY] };
    lake = await serveLake({ images });
  });
  afterAll(() => lake.close());

  it.each([
    [1703, 1201],
    [611, 907],
  ])("a stranger gets every size of a picture of %i × %i, however it is framed", async (width, height) => {
    const asset = await lake.client.assets.upload(
      "image",
      await sharp({ create: { width, height, channels: 3, background: "red" } })
        .png()
        .toBuffer(),
    );
    const images = FRAMINGS.map((framing, index) => ({
      _key: String(index),
      _type: "image",
      asset: { _type: "reference", _ref: asset._id },
      ...framing,
    }));
    await lake.client.create({ _type: "gallery", images });
    const urls = new Set<string>();
    for (const framing of FRAMINGS) {
      const picture: Picture = { assetPath: asset.path, width, height, ...framing };
      for (const { widths, ...size } of Object.values<{
        widths: readonly number[];
        aspect?: number;
        format?: "jpg";
      }>(IMAGE_SIZES)) {
        if (size.format) urls.add(imageUrl(lake.origin, picture, { width: widths[0] ?? 0, ...size }));
        else
          for (const candidate of imageSrcSet(lake.origin, picture, widths, size.aspect).split(", "))
            urls.add(candidate.split(" ")[0] ?? "");
      }
    }
    for (const url of urls) {
      const { status } = await fetch(url, { headers: { accept: "image/webp" } });
      expect([status, url]).toEqual([200, url]);
    }
    const [one = ""] = urls;
    expect((await fetch(one.replace(/w=\d+/, "w=333"))).status).toBe(400);
  });
});
