import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { allowedExtension, nameProblem, storageError, type Extension } from "./upload-rules.ts";

/** A content that may be uploaded, and the endings that a file of it may have; the first is given to one with another. */
interface Content {
  type: string;
  endings: readonly [Extension, ...Extension[]];
}

const PDF: Content = { type: "application/pdf", endings: ["pdf"] };
const WORD: Content = { type: "application/msword", endings: ["doc"] };
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** By the detected type. */
const CONTENTS: Readonly<Record<string, Content>> = {
  "application/pdf": PDF,
  "application/x-cfb": WORD,
  [DOCX]: { type: DOCX, endings: ["docx"] },
  "image/jpeg": { type: "image/jpeg", endings: ["jpg", "jpeg"] },
  "image/png": { type: "image/png", endings: ["png"] },
  "image/apng": { type: "image/png", endings: ["png"] },
  "image/gif": { type: "image/gif", endings: ["gif"] },
};

/** What phones store photos in. */
const HEIC = /^image\/hei[cf]/;

/** Largest buffer of the detection in bytes, whatever sizes the file claims. */
const MAX_BUFFER = 1024 * 1024;

/** A PDF may begin this many bytes behind others (ISO 32000-1, Annex H, note 13), such as a line break. */
const MAX_BEFORE_PDF = 1024;
const PDF_HEADER = Buffer.from("%PDF-");

/**
 * Returns the content type of a stored file, detected from its bytes, and its name with the ending of that type (docs/decisions.md,
 * "Questionnaire": content is sniffed, not the extension alone). Throws an AppError `storage/…` for a file that is none of those allowed,
 * whatever its name.
 */
export async function sniffFile(path: string, name: string): Promise<{ type: string; name: string }> {
  const extension = allowedExtension(name);
  // A file crafted to break the detection counts as unknown.
  const found = await fileTypeFromFile(path, { maxBufferSize: MAX_BUFFER }).catch(() => undefined);
  if (found && HEIC.test(found.mime)) throw storageError("storage/heic", `The content is ${found.mime}.`);
  const content = found ? CONTENTS[found.mime] : (await holdsPdf(path)) && PDF;
  if (nameProblem(name) || !content || (content === WORD && !(await holdsWordDocument(path))))
    throw storageError("storage/invalid-format", `The content is ${found?.mime ?? "unknown"}.`);
  const { type, endings } = content;
  const isRight = endings.some((ending) => ending === extension);
  return { type, name: isRight ? name : name.trim().replace(/[^.]+$/, endings[0]) };
}

async function holdsPdf(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BEFORE_PDF + PDF_HEADER.length));
  return buffer.subarray(0, bytesRead).includes(PDF_HEADER);
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
