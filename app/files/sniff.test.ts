import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { heic, pdfOfSize, sampleFiles, strangeFiles } from "../../tests/support/sample-files.ts";
import type { AppError } from "../platform/errors.ts";
import { sniffFile } from "./sniff.server.ts";
import { EXTENSIONS } from "./upload-rules.ts";

const directory = mkdtempSync(join(tmpdir(), "sniff-"));
afterAll(() => rmSync(directory, { recursive: true }));

function sniff(bytes: Buffer, name: string) {
  const path = join(directory, "file");
  writeFileSync(path, bytes);
  return sniffFile(path, name).catch((error: unknown) => (error as AppError).code);
}
const REFUSED = "storage/invalid-format";

const TYPES = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
};

describe("content decides, and the name gets the right ending", () => {
  test.each(EXTENSIONS)("%s is taken for what it is", async (extension) => {
    for (const name of [`brief.${extension}`, `BRIEF.${extension.toUpperCase()}`])
      expect(await sniff(sampleFiles[extension], name)).toEqual({ type: TYPES[extension], name });
  });

  const wrongPairs = EXTENSIONS.flatMap((content) =>
    EXTENSIONS.filter((name) => TYPES[name] !== TYPES[content]).map((name) => [content, name] as const),
  );
  test.each(wrongPairs)("%s called .%s is taken for what it is", async (content, name) => {
    const ending = content === "jpeg" ? "jpg" : content;
    expect(await sniff(sampleFiles[content], `my.${name}.${name}`)).toEqual({
      type: TYPES[content],
      name: `my.${name}.${ending}`,
    });
  });

  test.each(["IMG_1.HEIC", "IMG_1.heif "])("a JPEG called %j is one", async (name) => {
    expect(await sniff(sampleFiles.jpg, name)).toEqual({ type: "image/jpeg", name: "IMG_1.jpg" });
  });

  const disguises = Object.keys(strangeFiles).flatMap((content) =>
    EXTENSIONS.map((name) => [content as keyof typeof strangeFiles, name] as const),
  );
  test.each(disguises)("a %s called .%s is refused", async (content, name) => {
    expect(await sniff(strangeFiles[content], `brief.${name}`)).toBe(REFUSED);
  });

  test.each(["brief.exe", "brief.pdf.exe", "brief", "pdf", ".pdf.", "brief.svg", "brief.pdf\0.exe"])(
    "a PDF called %j is refused",
    async (name) => {
      expect(await sniff(sampleFiles.pdf, name)).toBe(REFUSED);
    },
  );

  test.each(["IMG_1.jpg", "IMG_1.png", "IMG_1.pdf"])(
    "a HEIC photo called %s has a sentence of its own",
    async (name) => {
      expect(await sniff(heic, name)).toBe("storage/heic");
    },
  );
});

describe("a PDF begins within its first 1024 bytes", () => {
  test.each([
    ["a line break", "\n"],
    ["a byte order mark", "\xef\xbb\xbf"],
    ["spaces and lines", " \r\n".repeat(20)],
    ["zeros", "\0".repeat(128)],
    ["a note of its printer", "\x1b%-12345X@PJL JOB\r\n"],
    ["1,024 bytes", "x".repeat(1_024)],
  ])("behind %s", async (_what, before) => {
    const bytes = Buffer.concat([Buffer.from(before, "latin1"), sampleFiles.pdf]);
    expect(await sniff(bytes, "brief.pdf")).toEqual({ type: TYPES.pdf, name: "brief.pdf" });
  });

  test.each([
    ["behind 1,025 bytes", Buffer.concat([Buffer.alloc(1_025, "x"), sampleFiles.pdf])],
    ["behind a program", Buffer.concat([strangeFiles.program, sampleFiles.pdf])],
    ["in a ZIP archive", Buffer.concat([strangeFiles.zip, sampleFiles.pdf])],
  ])("not %s", async (_what, bytes) => {
    expect(await sniff(bytes, "brief.pdf")).toBe(REFUSED);
  });
});

test("a directory of a .doc is found wherever it lies, at a border of what is read at once too", async () => {
  const [header, directory, tail] = [
    sampleFiles.doc.subarray(0, 512),
    sampleFiles.doc.subarray(512, 896),
    Buffer.alloc(512),
  ];
  for (const gap of [65_536 - 512 - 256, 65_536 - 512 - 384, 1_000_064]) {
    const doc = Buffer.concat([header, Buffer.alloc(gap), directory, tail]);
    expect(await sniff(doc, "brief.doc")).toEqual({ type: "application/msword", name: "brief.doc" });
  }
  const text = Buffer.concat([header, Buffer.alloc(64), directory, tail]);
  expect(await sniff(text, "brief.doc")).toBe(REFUSED);
});

test("files that break off or say absurd things of themselves are simply not allowed", async () => {
  const lying = Buffer.from(sampleFiles.docx);
  lying.writeUInt32LE(0xffff_ffff, 18);
  lying.writeUInt32LE(0xffff_ffff, 22);
  expect(await sniff(lying, "brief.docx")).toBe(REFUSED);
  for (const extension of EXTENSIONS) {
    const found = await sniff(sampleFiles[extension].subarray(0, 3), `brief.${extension}`);
    if (found !== REFUSED) expect(found).toEqual({ type: TYPES[extension], name: `brief.${extension}` });
  }
  expect(await sniff(pdfOfSize(10_000_000), "large.pdf")).toEqual({ type: TYPES.pdf, name: "large.pdf" });
});
