import { MAX_FILES } from "./limits.ts";
import type { FoundUpload } from "./file-places.server.ts";
import { storageError } from "./storage-error.ts";

/** How much may lie on the disk, in bytes. */
export interface StorageQuota {
  /** Everything together. */
  total: number;
  /** What one caller (`shareKeyOf`) may have that no submission has taken. */
  perAddress: number;
}

/** An upload, and who is uploading it; the address is never written down, so a restart forgets it. */
export interface IndexedUpload extends FoundUpload {
  address: string | null;
}

/** What is on the disk, kept in memory, so that limits are judged without reading directories. */
export class FileIndex {
  readonly #uploads = new Map<string, IndexedUpload>();

  constructor(uploads: readonly FoundUpload[] = []) {
    for (const upload of uploads) this.#uploads.set(upload.id, { ...upload, address: null });
  }

  get(id: string): IndexedUpload | undefined {
    return this.#uploads.get(id);
  }

  all(): IndexedUpload[] {
    return [...this.#uploads.values()];
  }

  set(upload: IndexedUpload): void {
    this.#uploads.set(upload.id, upload);
  }

  delete(id: string): void {
    this.#uploads.delete(id);
  }

  /**
   * Takes a place for a new upload. Throws `storage/unauthorized` (the id is taken), `storage/too-many-files` or
   * `storage/quota-exceeded`.
   */
  reserve(upload: Omit<IndexedUpload, "stored">, quota: StorageQuota): void {
    if (this.#uploads.has(upload.id)) throw storageError("storage/unauthorized", "The id is taken.");
    const { draft, address, size } = upload;
    let [total, ofAddress, ofDraft] = [size, size, 1];
    for (const other of this.#uploads.values()) {
      total += other.size;
      if (other.draft === draft && !other.stored?.claim) ofDraft += 1;
      if (address !== null && other.address === address && !other.stored?.claim) ofAddress += other.size;
    }
    if (ofDraft > MAX_FILES) throw storageError("storage/too-many-files", `More than ${MAX_FILES} files.`);
    if (total > quota.total) throw storageError("storage/quota-exceeded", "The storage is full.");
    if (ofAddress > quota.perAddress) {
      throw storageError("storage/quota-exceeded", "One address has uploaded too much.");
    }
    this.#uploads.set(upload.id, { ...upload, stored: null });
  }
}
