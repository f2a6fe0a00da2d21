import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanFileName, logicalPath } from "../model/stored-file.ts";
import { isUuid, newUuid } from "../model/uuid.ts";
import { FIRST_CHUNK, allowedExtension, formatBytes, nextChunk } from "./upload-rules.ts";

test("chunks start at 262,144 bytes and stand-in while below 33,554,432 (docs/specification.md, section 9)", () => {
  const sizes = [FIRST_CHUNK];
  for (let round = 0; round < 12; round++) sizes.push(nextChunk(sizes.at(-1) ?? 0));
  expect(sizes.slice(0, 8)).toEqual([
    262_144, 524_288, 1_048_576, 2_097_152, 4_194_304, 8_388_608, 16_777_216, 16_777_216,
  ]);
  expect(Math.max(...sizes)).toBeLessThan(33_554_432);
});

describe("extensions", () => {
  test.each([
    ["a.pdf", "pdf"],
    ["A.JPeG", "jpeg"],
    [" archive.tar.docx ", "docx"],
    ["a.pdf.exe", null],
    ["pdf", null],
    ["a.", null],
    ["", null],
    ["a.svg", null],
  ])("%j", (name, extension) => expect(allowedExtension(name)).toBe(extension));
});

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [262_144, "256 KB"],
  [1_572_864, "1.5 MB"],
  [10_485_760, "10 MB"],
])("%i bytes read %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

describe("file names", () => {
  test.each([
    ["brief.pdf", "brief.pdf"],
    ["C:\\Users\\Ada\\My brief (2).PDF", "My brief (2).PDF"],
    ["../../etc/passwd.png", "passwd.png"],
    ["a\u202Egpj.exe.jpg", "a_gpj.exe.jpg"],
    ["line\r\nbreak\0.pdf", "line_break_.pdf"],
    ["Größe — übersicht.docx", "Größe _ übersicht.docx"],
    ["資料.pdf", "資料.pdf"],
    [".htaccess", "file.htaccess"],
    [".pdf", "file.pdf"],
    ["..pdf", "file.pdf"],
    ["<img src=x>.gif", "_img src_x_.gif"],
    ["", "file"],
    ["///", "file"],
    [`${"x".repeat(300)}.pdf`, `${"x".repeat(116)}.pdf`],
  ])("%j becomes %j", (name, clean) => expect(cleanFileName(name)).toBe(clean));

  test("whatever comes in, what goes out has no path, no control character, keeps an allowed extension, and is stable", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.constantFrom(".pdf", ".JPG", ""),
        (stem, end) => {
          const clean = cleanFileName(stem + end);
          expect(clean).not.toMatch(/[\p{Cc}\p{Cf}/\\<>"':]/u);
          expect(clean.length).toBeGreaterThan(0);
          expect(Array.from(clean).length).toBeLessThanOrEqual(124);
          if (end) expect(allowedExtension(clean)).toBe(end.slice(1).toLowerCase());
          expect(logicalPath(stem + end, new Date(1_700_000_000_000))).toMatch(
            /^questionnaire-files\/1700000000000-[\w.-]+$/,
          );
        },
      ),
    );
  });

  test("the logical path is the specified one", () => {
    expect(logicalPath("Crème brûlée 1.pdf", new Date(1_763_700_000_000))).toBe(
      "questionnaire-files/1763700000000-Creme_brulee_1.pdf",
    );
  });
});

test("new ids are ids, each another; anything that could leave the directory is none", () => {
  const ids = Array.from({ length: 200 }, newUuid);
  expect(ids.every(isUuid)).toBe(true);
  expect(new Set(ids).size).toBe(200);
  for (const wrong of [
    "",
    "../x",
    ids[0]?.toUpperCase(),
    `${ids[0]}.json`,
    `${ids[0]}/x`,
    7,
    null,
    undefined,
  ]) {
    expect(isUuid(wrong)).toBe(false);
  }
});
