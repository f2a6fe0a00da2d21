import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** What browsers take as text; pictures and fonts are compressed already. */
const TEXT = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/;

/** Below this many bytes the headers weigh more than what is saved. */
const WORTH_IT = 512;

const BEST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const encoders = {
  ".br": (body) => promisify(brotliCompress)(body, BEST_BROTLI),
  ".gz": (body) => promisify(gzip)(body, { level: 9 }),
};

async function compress(file, endings) {
  const body = readFileSync(file);
  if (body.length < WORTH_IT) return;
  for (const ending of endings) {
    const smaller = await encoders[ending](body);
    if (smaller.length < body.length) writeFileSync(file + ending, smaller);
  }
}

/** Puts a `.br` and a `.gz`, or only some of them, beside every text file below a directory: once, and as small as it gets. */
export async function precompress(directory, endings = Object.keys(encoders)) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(files.map((file) => compress(file, endings)));
}
