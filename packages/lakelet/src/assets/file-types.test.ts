import { expect, test } from "vitest";
import { extensionOf, sanitizeFilename } from "./file-types.ts";

test.each([
  ["photo.png", "photo.png"],
  ["C:\\Users\\me\\photo.png", "photo.png"],
  ["../../etc/passwd", "passwd"],
  ["a\r\nSet-Cookie: x.png", "aSet-Cookie: x.png"],
  ["exe.\u202egnp.txt", "exe.gnp.txt"],
  ["Grüße 日本.pdf", "Grüße 日本.pdf"],
  ["..", undefined],
  ["dir/", undefined],
  ["", undefined],
  [null, undefined],
])("%j becomes %j", (given, expected) => {
  expect(sanitizeFilename(given)).toBe(expected);
});

test("a long name keeps its extension", () => {
  expect(sanitizeFilename(`${"x".repeat(400)}.docx`)).toMatch(/^x{195}\.docx$/);
});

test("an extension is letters and digits behind a name", () => {
  expect(extensionOf("A.TAR.GZ")).toBe("gz");
  expect(extensionOf(".env")).toBeUndefined();
  expect(extensionOf("x.p/ng")).toBeUndefined();
});
