import type { LakeDocument } from "../model/document.ts";

/** A document and the length of its JSON. */
export interface StoredDocument {
  document: LakeDocument;
  size: number;
}

/** The documents on disk, as the current transaction sees them. */
export interface DocumentRows {
  /** Returns the documents with these `seq`, which ascend, in the same order. Throws if one is missing. */
  read(seqs: readonly number[]): StoredDocument[];
}

interface Cached extends StoredDocument {
  /** Read since the hand passed by. */
  isUsed: boolean;
}

/** Documents that are read from disk at once. */
const ROWS = 500;

/** Ids of documents that are remembered as read once. */
const READ_ONCE = 10_000;

/** More documents would have to be read from disk than was allowed. */
class TooManyReads extends Error {}

/** The first of several documents until all of them are read. */
const UNREAD = {} as LakeDocument;

/**
 * The ids of all documents, and as many of the documents as the budget allows; others are read from disk. Once it is full, a
 * document from disk is kept at its second read, so a scan of everything displaces nothing. What is evicted is found as by a clock:
 * the hand passes over documents read since its last turn.
 *
 * A deadline may stop a read, at calls of functions and in loops only: what follows in a straight line is done together.
 */
export class DocumentCache {
  readonly #seqs = new Map<string, number>();
  readonly #cached = new Map<string, Cached>();
  readonly #readOnce = new Set<string>();
  readonly #rows: DocumentRows | undefined;
  readonly #maxSize: number;
  #size = 0;
  #readsLeft = Infinity;
  #hand = this.#cached.entries();

  /** Without `rows` all documents stay in memory. `maxSize`: characters of JSON. */
  constructor(rows: DocumentRows | undefined, maxSize: number) {
    this.#rows = rows;
    this.#maxSize = rows ? maxSize : Infinity;
  }

  /** Number of all documents. */
  get size(): number {
    return this.#seqs.size;
  }

  /** True while all documents are in memory. */
  get isCached(): boolean {
    return this.#cached.size === this.#seqs.size;
  }

  has(id: string): boolean {
    return this.#seqs.has(id);
  }

  /** Returns the row of a document in the database, in the order of creation; -1 if there is none. */
  seqOf(id: string): number {
    return this.#seqs.get(id) ?? -1;
  }

  get(id: string): LakeDocument | undefined {
    const cached = this.#cached.get(id);
    if (cached) {
      cached.isUsed = true;
      return cached.document;
    }
    const seq = this.#seqs.get(id);
    if (seq === undefined) return undefined;
    const [stored] = this.#read([seq]);
    if (stored) this.#admit(stored);
    return stored?.document;
  }

  /** Returns those of the documents that exist, in the same order. */
  getAll(ids: Iterable<string>): LakeDocument[] {
    const found: LakeDocument[] = [];
    let unread: Array<{ seq: number; at: number }> | undefined;
    for (const id of ids) {
      const cached = this.#cached.get(id);
      if (cached) {
        found.push(cached.document);
        continue;
      }
      const seq = this.#seqs.get(id);
      if (seq === undefined) continue;
      unread ??= [];
      unread.push({ seq, at: found.push(UNREAD) - 1 });
      if (unread.length < ROWS) continue;
      this.#readInto(found, unread);
      unread = undefined;
    }
    if (unread) this.#readInto(found, unread);
    return found;
  }

  /** Runs a function unless it reads more documents from disk: then it is stopped and the result is undefined. */
  readAtMost<T>(count: number, run: () => T): T | undefined {
    this.#readsLeft = count;
    try {
      return run();
    } catch (error) {
      if (error instanceof TooManyReads) return undefined;
      throw error;
    } finally {
      this.#readsLeft = Infinity;
    }
  }

  #read(seqs: readonly number[]): readonly StoredDocument[] {
    this.#readsLeft -= seqs.length;
    if (this.#readsLeft < 0) throw new TooManyReads();
    return this.#rows?.read(seqs) ?? [];
  }

  /** Stores a document. `seq` applies to new documents; others keep theirs. */
  protected write(document: LakeDocument, seq: number, size: number): void {
    const { _id } = document;
    if (!this.#seqs.has(_id)) this.#seqs.set(_id, seq);
    this.#keep({ document, size });
  }

  /** As `write`, for a document that is on disk already: it stays in memory only if there is room. */
  protected add(document: LakeDocument, seq: number, size: number): void {
    this.#seqs.set(document._id, seq);
    if (this.#size + size <= this.#maxSize) this.#keep({ document, size });
  }

  protected drop(id: string): void {
    this.#size -= this.#cached.get(id)?.size ?? 0;
    this.#cached.delete(id);
    this.#seqs.delete(id);
  }

  /** Neighbors on disk are read together. */
  #readInto(found: LakeDocument[], unread: Array<{ seq: number; at: number }>): void {
    unread.sort((a, b) => a.seq - b.seq);
    const seqs = [...new Set(unread.map(({ seq }) => seq))];
    const stored = this.#read(seqs);
    let index = 0;
    for (const { seq, at } of unread) {
      if (seqs[index] !== seq) index += 1;
      const one = stored[index];
      if (one) found[at] = one.document;
    }
    for (const one of stored) this.#admit(one);
  }

  #admit(stored: StoredDocument): void {
    const { _id } = stored.document;
    if (this.#size + stored.size > this.#maxSize && !this.#readOnce.delete(_id)) {
      if (this.#readOnce.size >= READ_ONCE) this.#readOnce.clear();
      this.#readOnce.add(_id);
      return;
    }
    this.#keep(stored);
  }

  #keep({ document, size }: StoredDocument): void {
    this.#size += size - (this.#cached.get(document._id)?.size ?? 0);
    this.#cached.set(document._id, { document, size, isUsed: false });
    if (this.#size > this.#maxSize) this.#evict();
  }

  #evict(): void {
    while (this.#size > this.#maxSize && this.#cached.size > 0) {
      const { value, done } = this.#hand.next();
      // One that goes on from where it stopped: deleted entries at the beginning of a Map are slow to pass.
      if (done) this.#hand = this.#cached.entries();
      else if (value[1].isUsed) value[1].isUsed = false;
      else {
        this.#cached.delete(value[0]);
        this.#size -= value[1].size;
      }
    }
  }
}
