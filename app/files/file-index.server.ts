import type { StoredFile } from "../model/stored-file.ts";
import { MAX_FILE_BYTES, MAX_FILES } from "../model/upload-limits.ts";
import { STALLED_AFTER_MS, storageError } from "./upload-rules.ts";

/** An upload, complete or not. */
export interface FoundUpload {
  id: string;
  draft: string;
  /** Declared bytes of an incomplete upload, actual bytes of a complete file. */
  size: number;
  /** Bytes that have been stored. */
  arrived: number;
  /** When its last byte arrived or its record changed, in ms since 1970. */
  seen: number;
  /** The record of a complete, checked file. */
  stored: StoredFile | null;
}

/** Returns an upload whose file is complete. */
export function completeUpload(stored: StoredFile): FoundUpload & { stored: StoredFile } {
  const { id, draft, metadata } = stored;
  const { size, updated } = metadata;
  return { id, draft, size, arrived: size, seen: Date.parse(updated), stored };
}

/** Limits of disk use, in bytes. */
export interface StorageQuota {
  /** All files together. */
  total: number;
  /** Unclaimed files of one caller (`callerKeyOf`). */
  perCaller: number;
}

/** Limits of concurrent uploads. */
export interface UploadShares {
  open: number;
  openPerCaller: number;
}

const GB = 1024 * 1024 * 1024;

/** 20 GB in total; per caller four full drafts of unclaimed files. */
export const QUOTA: StorageQuota = { total: 20 * GB, perCaller: 4 * MAX_FILES * MAX_FILE_BYTES };

/** Per caller three full drafts at a time. Stalled uploads are removed after ten minutes. */
export const SHARES: UploadShares = { open: 10_000, openPerCaller: 3 * MAX_FILES };

/** An upload and the key of its caller. The key is never stored, so a restart forgets it. */
export interface IndexedUpload extends FoundUpload {
  callerKey: string | null;
}

/** What the smallest upload counts, because its records take disk space too. An upload that has just started counts this much. */
const MIN_CHARGE_BYTES = 64 * 1024;

const chargeOf = ({ size, arrived, stored }: IndexedUpload) =>
  Math.max(stored ? size : arrived, MIN_CHARGE_BYTES);

/**
 * Throws `storage/unauthorized` when an upload's id is taken: by another draft, or by a submission. Throws `storage/locked` when
 * it is this draft's own, created by a request whose response was lost: the browser then asks for the offset.
 */
export function requireFree(known: FoundUpload | undefined, draft: string): void {
  if (known && known.draft === draft && !known.stored?.claim)
    throw storageError("storage/locked", "The upload has been created.");
  if (known) throw storageError("storage/unauthorized", "The id is taken.");
}

interface Usage {
  bytes: number;
  open: number;
}

/** In-memory totals of uploads, so that limits are checked without reading directories. */
export class FileIndex {
  readonly #uploads = new Map<string, IndexedUpload>();
  readonly #open = new Set<string>();
  readonly #drafts = new Map<string, Set<string>>();
  readonly #total: Usage = { bytes: 0, open: 0 };
  /** Unclaimed uploads, by caller. */
  readonly #callers = new Map<string, Usage>();

  readonly #quota: StorageQuota;
  readonly #shares: UploadShares;

  constructor(uploads: readonly FoundUpload[], quota: StorageQuota, shares: UploadShares) {
    this.#quota = quota;
    this.#shares = shares;
    for (const upload of uploads) this.set({ ...upload, callerKey: null });
  }

  get(id: string): IndexedUpload | undefined {
    return this.#uploads.get(id);
  }

  all(): IndexedUpload[] {
    return [...this.#uploads.values()];
  }

  ofDraft(draft: string): IndexedUpload[] {
    return [...(this.#drafts.get(draft) ?? [])].flatMap((id) => this.#uploads.get(id) ?? []);
  }

  set(upload: IndexedUpload): void {
    this.delete(upload.id);
    const { id, draft, stored } = upload;
    this.#uploads.set(id, upload);
    if (!stored) this.#open.add(id);
    this.#drafts.set(draft, (this.#drafts.get(draft) ?? new Set()).add(id));
    this.#count(upload, 1);
  }

  delete(id: string): void {
    const upload = this.#uploads.get(id);
    if (!upload) return;
    this.#count(upload, -1);
    this.#uploads.delete(id);
    this.#open.delete(id);
    const ofDraft = this.#drafts.get(upload.draft);
    ofDraft?.delete(id);
    if (ofDraft?.size === 0) this.#drafts.delete(upload.draft);
  }

  #count(upload: IndexedUpload, sign: 1 | -1): void {
    const bytes = sign * chargeOf(upload);
    const open = upload.stored ? 0 : sign;
    this.#total.bytes += bytes;
    this.#total.open += open;
    const { callerKey } = upload;
    if (callerKey === null || upload.stored?.claim) return;
    const usage = this.#callers.get(callerKey) ?? { bytes: 0, open: 0 };
    usage.bytes += bytes;
    usage.open += open;
    if (usage.bytes > 0) this.#callers.set(callerKey, usage);
    else this.#callers.delete(callerKey);
  }

  /** Throws `storage/quota-exceeded` when `bytes` more would exceed the quota. */
  #requireRoom(callerKey: string | null, bytes: number): void {
    if (this.#total.bytes + bytes > this.#quota.total)
      throw storageError("storage/quota-exceeded", "The storage is full.");
    const ofCaller = (callerKey === null ? undefined : this.#callers.get(callerKey)?.bytes) ?? 0;
    if (ofCaller + bytes > this.#quota.perCaller)
      throw storageError("storage/quota-exceeded", "One caller has uploaded too much.");
  }

  /**
   * Reserves a place for a new upload. Throws like `requireFree`, `storage/too-many-files`, `storage/too-many-uploads`,
   * `storage/busy` or `storage/quota-exceeded`.
   */
  reserve(upload: Omit<IndexedUpload, "stored" | "arrived">): void {
    const { id, draft, callerKey } = upload;
    requireFree(this.#uploads.get(id), draft);
    const ofDraft = this.ofDraft(draft).filter(({ stored }) => !stored?.claim).length;
    if (ofDraft >= MAX_FILES) throw storageError("storage/too-many-files", `More than ${MAX_FILES} files.`);
    const openOfCaller = (callerKey === null ? undefined : this.#callers.get(callerKey)?.open) ?? 0;
    if (openOfCaller >= this.#shares.openPerCaller)
      throw storageError("storage/too-many-uploads", `${openOfCaller} open uploads of one caller.`);
    if (this.#total.open >= this.#shares.open)
      throw storageError("storage/busy", `${this.#total.open} open uploads.`);
    this.#requireRoom(callerKey, MIN_CHARGE_BYTES);
    this.set({ ...upload, arrived: 0, stored: null });
  }

  /**
   * Counts received bytes of an upload; `arrived` is its total so far. Throws `storage/quota-exceeded`, or
   * `storage/object-not-found` when the upload is gone.
   */
  progress(id: string, arrived: number, seen: number): void {
    const upload = this.#uploads.get(id);
    if (!upload || upload.stored) throw storageError("storage/object-not-found", "The upload is gone.");
    const more = chargeOf({ ...upload, arrived }) - chargeOf(upload);
    if (more > 0) this.#requireRoom(upload.callerKey, more);
    this.#count(upload, -1);
    upload.arrived = arrived;
    upload.seen = seen;
    this.#count(upload, 1);
  }

  /** Returns incomplete uploads that have received no byte for `STALLED_AFTER_MS`. */
  stalled(now: number): IndexedUpload[] {
    const limit = now - STALLED_AFTER_MS;
    return [...this.#open].flatMap((id) => {
      const upload = this.#uploads.get(id);
      return upload && upload.seen < limit ? upload : [];
    });
  }
}
