import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { pdfOfSize, sampleFiles, strangeFiles } from "../../tests/support/sample-files.ts";
import { EXTENSIONS } from "./upload-rules.ts";
import { sniffContentType } from "./sniff.server.ts";

const directory = mkdtempSync(join(tmpdir(), "sniff-"));
afterAll(() => rmSync(directory, { recursive: true }));

function sniff(bytes: Buffer, name: string) {
  const path = join(directory, "file");
  writeFileSync(path, bytes);
  return sniffContentType(path, name);
}

const TYPES = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
};

describe("content decides, and the name has to agree", () => {
  test.each(EXTENSIONS)("%s is taken for what it is", async (extension) => {
    expect(await sniff(sampleFiles[extension], `brief.${extension}`)).toBe(TYPES[extension]);
    expect(await sniff(sampleFiles[extension], `BRIEF.${extension.toUpperCase()}`)).toBe(TYPES[extension]);
  });

  const wrongPairs = EXTENSIONS.flatMap((content) =>
    EXTENSIONS.filter((name) => TYPES[name] !== TYPES[content]).map((name) => [content, name] as const),
  );
  test.each(wrongPairs)("%s called .%s is refused", async (content, name) => {
    expect(await sniff(sampleFiles[content], `brief.${name}`)).toBeNull();
  });

  const disguises = Object.keys(strangeFiles).flatMap((content) =>
    EXTENSIONS.map((name) => [content as keyof typeof strangeFiles, name] as const),
  );
  test.each(disguises)("a %s called .%s is refused", async (content, name) => {
    expect(await sniff(strangeFiles[content], `brief.${name}`)).toBeNull();
  });

  test.each(["brief.exe", "brief.pdf.exe", "brief", "pdf", ".pdf.", "brief.svg", "brief.pdf\0.exe"])(
    "a PDF called %j is refused",
    async (name) => {
      expect(await sniff(sampleFiles.pdf, name)).toBeNull();
    },
  );
});

test("a directory of a .doc is found wherever it lies, at a border of what is read at once too", async () => {
  const [header, directory, tail] = [
    sampleFiles.doc.subarray(0, 512),
    sampleFiles.doc.subarray(512, 896),
    Buffer.alloc(512),
  ];
  for (const gap of [65_536 - 512 - 256, 65_536 - 512 - 384, 1_000_064]) {
    const doc = Buffer.concat([header, Buffer.alloc(gap), directory, tail]);
    expect(await sniff(doc, "brief.doc")).toBe("application/msword");
  }
  const text = Buffer.concat([header, Buffer.alloc(64), directory, tail]);
  expect(await sniff(text, "brief.doc")).toBeNull();
});

test("files that break off or say absurd things of themselves are simply not allowed", async () => {
  const lying = Buffer.from(sampleFiles.docx);
  lying.writeUInt32LE(0xffff_ffff, 18);
  lying.writeUInt32LE(0xffff_ffff, 22);
  expect(await sniff(lying, "brief.docx")).toBeNull();
  for (const extension of EXTENSIONS) {
    expect(await sniff(sampleFiles[extension].subarray(0, 3), `brief.${extension}`)).not.toBe("text/html");
  }
  expect(await sniff(pdfOfSize(10_000_000), "large.pdf")).toBe("application/pdf");
});
