import type { LakeDocument } from "../document.ts";

/** A document as a client sends it: system fields may be missing. */
export type DocumentBody = { _type: string; _id?: string } & Record<string, unknown>;

/** A body with everything but what the transaction itself stamps: `_rev` and `_updatedAt`. */
export type CompleteBody = { _id: string; _type: string; _createdAt: string } & Record<string, unknown>;

/** The patch operations of `@sanity/mutator`, applied in its order. */
export interface PatchOperations {
  setIfMissing?: Record<string, unknown>;
  set?: Record<string, unknown>;
  unset?: string[];
  inc?: Record<string, number>;
  dec?: Record<string, number>;
  insert?: Record<string, unknown>;
  diffMatchPatch?: Record<string, string>;
}

/** Which documents a patch or a delete means: ids, or the result of a query. */
export type Selector = { id: string | string[] } | { query: string; params?: Record<string, unknown> };

export type PatchMutation = Selector & PatchOperations & { ifRevisionID?: string };

/** One step of a transaction, in the form Sanity's HTTP API takes. */
export type Mutation =
  | { create: DocumentBody }
  | { createIfNotExists: DocumentBody }
  | { createOrReplace: DocumentBody }
  | { patch: PatchMutation }
  | { delete: Selector };

/** A step after ids, keys and times were filled in; replaying these reproduces the stored document. */
export type ExpandedMutation =
  | { create: CompleteBody }
  | { createOrReplace: CompleteBody }
  | { patch: PatchOperations & { id: string } }
  | { delete: { id: string } };

export interface CommitOptions {
  /** Id of the actor, kept in the history and sent to listeners. */
  author: string;
  /** Which stored documents the author may see and change; all when left out. */
  sees?: (id: string) => boolean;
  transactionId?: string;
  /** Everything is checked and answered, nothing is written. */
  dryRun?: boolean;
  autoGenerateArrayKeys?: boolean;
  /** The mutations were read for this commit alone; otherwise they are copied. */
  owned?: boolean;
}

type Operation = "create" | "update" | "delete" | "none";

export interface MutationResult {
  id: string;
  operation: Operation;
  /** State after the mutation; the last state of a deleted document; absent if there never was one. */
  document?: LakeDocument;
}

export interface CommitOutcome {
  transactionId: string;
  results: MutationResult[];
}
