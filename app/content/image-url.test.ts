import { describe, expect, it } from "vitest";
import { croppedSize, hasPicture, imageSrcSet, imageUrl } from "./image-url.ts";

const image = { assetPath: "images/local/production/abc-2000x1000.png", width: 2000, height: 1000 };
const query = (url: string) => Object.fromEntries(new URL(url, "http://x").searchParams);

describe("imageUrl", () => {
  it("asks for a width and a good format", () => {
    const url = imageUrl("/lake", image, { width: 640 });
    expect(url).toMatch(/^\/lake\/images\/local\/production\/abc-2000x1000\.png\?/);
    expect(query(url)).toEqual({ w: "640", q: "75", auto: "format" });
  });

  it("asks for a fixed format instead when told so", () => {
    expect(query(imageUrl("", image, { width: 1200, aspect: 2, format: "jpg" }))).toEqual({
      w: "1200",
      h: "600",
      fit: "crop",
      q: "75",
      fm: "jpg",
    });
  });

  it("keeps the editor's crop and center of interest", () => {
    const cropped = {
      ...image,
      crop: { left: 0.1, right: 0.4, top: 0, bottom: 0.5 },
      hotspot: { x: 0.35, y: 0.25, width: 0.2, height: 0.2 },
    };
    expect(croppedSize(cropped)).toEqual({ width: 1000, height: 500 });
    expect(query(imageUrl("", cropped, { width: 400, aspect: 1 }))).toMatchObject({
      rect: "200,0,1000,500",
      h: "400",
      fit: "crop",
      crop: "focalpoint",
      "fp-x": "0.500",
      "fp-y": "0.500",
    });
  });
});

describe("imageSrcSet", () => {
  it("offers nothing wider than the picture", () => {
    const widths = imageSrcSet("/lake", image, [480, 1080, 2400])
      .split(", ")
      .map((entry) => entry.split(" ")[1]);
    expect(widths).toEqual(["480w", "1080w", "2000w"]);
  });
});

describe("hasPicture", () => {
  it("is false for words about a picture that nobody has chosen", () => {
    expect(hasPicture(image)).toBe(true);
    expect(hasPicture({ assetPath: null, width: null, height: null })).toBe(false);
    expect(hasPicture(null)).toBe(false);
  });
});
