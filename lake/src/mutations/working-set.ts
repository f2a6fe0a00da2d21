import type { LakeDocument } from "../document.ts";
import type { Change } from "../store/store.ts";
import type { ExpandedMutation } from "./types.ts";

interface Touched {
  before: LakeDocument | null;
  after: LakeDocument | null;
  mutations: ExpandedMutation[];
}

/** The documents as a transaction sees them: the stored ones, overlaid with what its earlier steps did. */
export class WorkingSet {
  readonly #stored: (id: string) => LakeDocument | undefined;
  readonly #touched = new Map<string, Touched>();

  constructor(stored: (id: string) => LakeDocument | undefined) {
    this.#stored = stored;
  }

  get(id: string): LakeDocument | null {
    const touched = this.#touched.get(id);
    return touched ? touched.after : (this.#stored(id) ?? null);
  }

  /** True when this transaction already wrote or deleted the document. */
  has(id: string): boolean {
    return this.#touched.has(id);
  }

  record(id: string, mutation: ExpandedMutation, after: LakeDocument | null): void {
    const touched = this.#touched.get(id);
    if (touched) {
      touched.after = after;
      touched.mutations.push(mutation);
    } else {
      const before = this.#stored(id) ?? null;
      this.#touched.set(id, { before, after, mutations: [mutation] });
    }
  }

  /** What the transaction comes to. A document made and deleted within it leaves no trace. */
  changes(): Change[] {
    const changes: Change[] = [];
    for (const [id, { before, after, mutations }] of this.#touched) {
      const type = (after ?? before)?._type;
      if (type !== undefined) changes.push({ id, type, before, after, mutations });
    }
    return changes;
  }
}
