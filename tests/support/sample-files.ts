import { randomFillSync } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";

// Minimal valid files, generated so that the repository holds no binaries.

const text = (content: string) => Buffer.from(content, "latin1");

function zip(entries: readonly [name: string, content: string][]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(content)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // version; stored, not compressed
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([text("PK\x03\x04"), common, nameBytes, bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([text("PK\x01\x02\x14\x00"), common, tail, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}

function officeZip(main: string, part: string): Buffer {
  const types = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${main}+xml"/></Types>`;
  return zip([
    ["[Content_Types].xml", types],
    ["_rels/.rels", "<Relationships/>"],
    [part, "<document/>"],
  ]);
}

/** Returns a compound file (OLE) with these streams in its directory. */
function compound(streams: readonly string[]): Buffer {
  const header = Buffer.alloc(512);
  header.write("d0cf11e0a1b11ae1", "hex");
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(0, 48);
  const directory = ["Root Entry", ...streams].map((name) => {
    const entry = Buffer.alloc(128);
    const bytes = Buffer.from(`${name}\0`, "utf16le");
    bytes.copy(entry);
    entry.writeUInt16LE(bytes.length, 64);
    return entry;
  });
  return Buffer.concat([header, ...directory, Buffer.alloc(512)]);
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const jpeg = text("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xd9");

/** One file of each allowed kind, by extension. */
export const sampleFiles = {
  pdf: text("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
  doc: compound(["1Table", "WordDocument"]),
  docx: officeZip(`${WORD}.main`, "word/document.xml"),
  jpg: jpeg,
  jpeg,
  png: PNG,
  gif: text(
    "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;",
  ),
} as const;

/** Files that must be rejected, whatever their name. */
export const strangeFiles = {
  program: Buffer.concat([text("MZ\x90\x00"), Buffer.alloc(512)]),
  installer: compound(["\u4840\u3f3f\u4577"]),
  spreadsheet: compound(["Workbook"]),
  xlsx: officeZip(
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main",
    "xl/workbook.xml",
  ),
  zip: zip([["readme.txt", "word/document.xml"]]),
  page: text("<!doctype html><script>alert(1)</script>"),
  svg: text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  noise: randomFillSync(Buffer.alloc(2048), 16),
} as const;

/** The beginning of a photo as iPhones store it. */
export const heic = Buffer.concat([text("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), Buffer.alloc(512)]);

/** Returns a .docx of a few kilobytes whose [Content_Types].xml unpacks to this many bytes. */
export function zipBomb(bytes: number): Buffer<ArrayBuffer> {
  const [name, packed] = [text("[Content_Types].xml"), deflateRawSync(Buffer.alloc(bytes))];
  const local = Buffer.alloc(30);
  local.write("PK\x03\x04", "latin1");
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8); // deflated
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(bytes, 22);
  local.writeUInt16LE(name.length, 26);
  return Buffer.concat([local, name, packed, sampleFiles.docx]);
}

/** Returns a PDF of exactly this many bytes, different each time. */
export function pdfOfSize(bytes: number): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(bytes);
  randomFillSync(file);
  sampleFiles.pdf.copy(file);
  return file;
}
