import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileStorage } from "./file-storage.server.ts";
import { MAX_FILE_BYTES } from "./limits.ts";
import type { StoredFile } from "./stored-file.ts";
import { newUploadId } from "./upload-id.ts";

export interface IncomingFile {
  name: string;
  draft: string;
  address: string | null;
}

/**
 * Stores a file that arrives in one stream, of a length that nobody knows before its end, such as a part of a posted
 * form. Throws an AppError `storage/…` after which nothing of it is left; the rest of the stream is then the caller's.
 */
export async function storeStream(
  storage: FileStorage,
  { name, draft, address }: IncomingFile,
  stream: Readable,
): Promise<StoredFile> {
  const id = newUploadId();
  await storage.reserve({ id, draft, name, size: MAX_FILE_BYTES, address });
  try {
    await pipeline(
      storage.metered(id, 0, stream),
      createWriteStream(storage.path(id), { flags: "wx", mode: 0o600 }),
    );
  } catch (error) {
    await storage.remove(id);
    throw error;
  }
  return storage.finish({ id, draft, name });
}
