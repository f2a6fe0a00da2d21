import { expect, test } from "vitest";
import { outputFormat, readTransform } from "./parameters.ts";

const read = (query: string) => readTransform(new URLSearchParams(query));

test("an address without a known parameter means the original", () => {
  expect(read("")).toBeNull();
  expect(read("dl=name.png&unknown=1&utm_source=x&min-w=10&cs=srgb")).toBeNull();
});

test("reads sizes, fit, crop, quality and format", () => {
  expect(read("w=300&h=200.5&fit=crop&crop=top,left&dpr=2&q=80&fm=webp")).toMatchObject({
    width: 300,
    height: 200.5,
    fit: "crop",
    crop: { x: 0, y: 0 },
    dpr: 2,
    quality: 80,
    format: "webp",
  });
});

test("a focal point is in fractions and stands in the middle when left out", () => {
  expect(read("crop=focalpoint&fp-x=0.25")?.crop).toEqual({ x: 0.25, y: 0.5 });
  expect(read("crop=focalpoint&fp-x=-0.125&fp-y=1.5")?.crop).toEqual({ x: 0, y: 1 });
  expect(read("crop=entropy")?.crop).toBe("entropy");
});

test.each([
  ["f00", { r: 255, g: 0, b: 0, alpha: 1 }],
  ["%23336699", { r: 51, g: 102, b: 153, alpha: 1 }],
  ["0fff", { r: 255, g: 255, b: 255, alpha: 0 }],
  ["ff00ff00", { r: 0, g: 255, b: 0, alpha: 1 }],
])("bg=%s is a color, alpha first", (text, color) => {
  expect(read(`bg=${text}`)?.background).toEqual(color);
});

test("dpr is held between 1 and 3", () => {
  expect(read("dpr=9")?.dpr).toBe(3);
  expect(read("dpr=0.5")?.dpr).toBe(1);
});

test.each([
  "w=",
  "w=abc",
  "w=0",
  "w=-5",
  "w=1e3",
  "h=NaN",
  "fit=stretch",
  "crop=middle",
  "crop=top,",
  "fp-x=left&w=1",
  "rect=1,2,3",
  "rect=0,0,0,5",
  "rect=-1,0,5,5",
  "dpr=x",
  "dpr=0",
  "q=101",
  "q=-1",
  "fm=avif",
  "fm=exe",
  "auto=compress",
  "blur=9999",
  "sharp=101",
  "flip=x",
  "or=45",
  "bg=red",
  "bg=12345",
  "invert=yes",
  "sat=50",
  "pad=-1",
  "frame=2",
])("%s is refused", (query) => {
  expect(() => read(query)).toThrow(/Invalid value for image parameter/);
});

const CHROME = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const auto = { autoFormat: true };

test.each([
  ["jpg", false, CHROME, "avif"],
  ["gif", false, CHROME, "webp"],
  ["png", true, "image/webp,*/*", "webp"],
  ["jpg", false, "image/avif;q=0, image/webp;q=0.8", "webp"],
  ["jpg", false, "*/*", "jpg"],
  ["png", true, null, "png"],
  ["tif", false, "image/*", "jpg"],
  ["tif", true, null, "png"],
])("auto=format: %s (alpha %s) for Accept %s becomes %s", (extension, hasAlpha, accept, expected) => {
  expect(outputFormat(extension, hasAlpha, auto, accept, 1_000_000)).toBe(expected);
});

test("fm wins, and without auto the browser is not asked", () => {
  expect(outputFormat("png", true, { autoFormat: true, format: "pjpg" }, CHROME, 1_000_000)).toBe("jpg");
  expect(outputFormat("png", true, { autoFormat: false }, CHROME, 1_000_000)).toBe("png");
});

test("a large picture is not made as AVIF, which takes a second per megapixel", () => {
  expect(outputFormat("jpg", false, auto, CHROME, 3_000_000)).toBe("webp");
  expect(outputFormat("avif", false, auto, CHROME, 3_000_000)).toBe("webp");
  expect(outputFormat("avif", true, { autoFormat: false }, CHROME, 3_000_000)).toBe("png");
  expect(outputFormat("avif", false, { autoFormat: false }, null, 3_000_000)).toBe("jpg");
});
