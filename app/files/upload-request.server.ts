import type { Upload } from "@tus/server";
import { storageError } from "./storage-error.ts";

/** What the browser says about a file before it sends it, as tus metadata. */
export interface Announced {
  /** The id that the browser made for the file, so that a lost answer costs no second upload. */
  key: string;
  draft: string;
  filename: string;
  sha256?: string;
}

const LONGEST_NAME = 500;

/** Reads the announced metadata. Throws an AppError `storage/invalid-argument`. */
export function readAnnounced(metadata: Upload["metadata"]): Announced {
  const { key, draft, filename, sha256 } = metadata ?? {};
  if (!key || !draft || !filename || filename.length > LONGEST_NAME) {
    throw storageError("storage/invalid-argument", "The upload does not say what it is.");
  }
  if (sha256 && !/^[0-9a-f]{64}$/.test(sha256)) {
    throw storageError("storage/invalid-argument", "The checksum is none.");
  }
  return { key, draft, filename, ...(sha256 ? { sha256 } : {}) };
}
