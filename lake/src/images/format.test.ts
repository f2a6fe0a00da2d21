import { expect, test } from "vitest";
import { outputFormat } from "./format.ts";

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
