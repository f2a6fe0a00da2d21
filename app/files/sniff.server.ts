import { createReadStream } from "node:fs";
import { fileTypeFromFile } from "file-type";
import { allowedExtension, type Extension } from "./upload-rules.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** The content types that a file of each extension may have. */
const CONTENT: Record<Extension, Readonly<Record<string, string>>> = {
  pdf: { "application/pdf": "application/pdf" },
  doc: { "application/x-cfb": "application/msword" },
  docx: { [DOCX]: DOCX },
  jpg: { "image/jpeg": "image/jpeg" },
  jpeg: { "image/jpeg": "image/jpeg" },
  png: { "image/png": "image/png", "image/apng": "image/png" },
  gif: { "image/gif": "image/gif" },
};

/** Largest buffer of the detection in bytes, whatever sizes the file claims. */
const MAX_BUFFER = 1024 * 1024;

/**
 * Returns the content type of a stored file, detected from its bytes, if the extension allows it; null otherwise
 * (docs/decisions.md, "Questionnaire": content is sniffed, not the extension alone).
 */
export async function sniffContentType(path: string, name: string): Promise<string | null> {
  const extension = allowedExtension(name);
  if (!extension) return null;
  // A file crafted to break the detection counts as unknown.
  const found = await fileTypeFromFile(path, { maxBufferSize: MAX_BUFFER }).catch(() => undefined);
  const type = (found && CONTENT[extension][found.mime]) ?? null;
  if (type === "application/msword" && !(await holdsWordDocument(path))) return null;
  return type;
}

/** Entries of a compound file's directory are 128 bytes long and start at multiples of it. */
const ENTRY = 128;
/** A directory entry starts with the stream's name; the length of the name in bytes, with its final zero, is at offset 64. */
const NAME = Buffer.from("WordDocument\0", "utf16le");
const NAME_LENGTH_AT = 64;

function isWordEntry(entry: Buffer): boolean {
  return entry.readUInt16LE(NAME_LENGTH_AT) === NAME.length && entry.subarray(0, NAME.length).equals(NAME);
}

/**
 * Returns whether a compound file (the container of .doc, but also of .xls, .ppt and Windows installers) holds a Word
 * document. Streams the file: the libraries for this read as much into memory as the file's header asks for.
 */
async function holdsWordDocument(path: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % ENTRY);
    for (let at = 0; at < whole; at += ENTRY) {
      if (isWordEntry(bytes.subarray(at, at + ENTRY))) return true;
    }
    rest = bytes.subarray(whole);
  }
  return false;
}
