import { createReadStream } from "node:fs";

/** Entries of a compound file's directory are 128 bytes long and start at multiples of it. */
const ENTRY = 128;
/** A directory entry starts with the stream's name; its length in bytes with the closing zero stands at 64. */
const NAME = Buffer.from("WordDocument\0", "utf16le");
const NAME_LENGTH_AT = 64;

function isWordEntry(entry: Buffer): boolean {
  return entry.readUInt16LE(NAME_LENGTH_AT) === NAME.length && entry.subarray(0, NAME.length).equals(NAME);
}

/**
 * Whether a compound file (the container of .doc, but of .xls, .ppt and Windows installers too) holds a Word document.
 * The libraries that tell these apart read as much into memory as the file's header asks for; this reads it in passing.
 */
export async function holdsWordDocument(path: string): Promise<boolean> {
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
