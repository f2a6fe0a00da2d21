import type { LakeDocument } from "./document.ts";
import type { Role } from "./role.ts";

/** A document as clients send it: system fields may be missing. */
export type DocumentBody = { _type: string; _id?: string } & Record<string, unknown>;

/** A body that lacks only what the transaction sets: `_rev` and `_updatedAt`. */
export type CompleteBody = { _id: string; _type: string; _createdAt: string } & Record<string, unknown>;

/** The patch operations of `@sanity/mutator`, which fixes their order. */
export interface PatchOperations {
  setIfMissing?: Record<string, unknown>;
  set?: Record<string, unknown>;
  unset?: string[];
  inc?: Record<string, number>;
  dec?: Record<string, number>;
  insert?: Record<string, unknown>;
  diffMatchPatch?: Record<string, string>;
}

/** The documents of a patch or delete: ids, or the result of a query. */
export type Selector = { id: string | string[] } | { query: string; params?: Record<string, unknown> };

export type PatchMutation = Selector & PatchOperations & { ifRevisionID?: string };

/** One step of a transaction, as in Sanity's HTTP API. */
export type Mutation =
  | { create: DocumentBody }
  | { createIfNotExists: DocumentBody }
  | { createOrReplace: DocumentBody }
  | { patch: PatchMutation }
  | { delete: Selector };

/** A step with ids, keys and times filled in. Replaying these reproduces the stored document. */
export type ExpandedMutation =
  | { create: CompleteBody }
  | { createOrReplace: CompleteBody }
  | { patch: PatchOperations & { id: string } }
  | { delete: { id: string } };

export interface CommitOptions {
  /** Id of the actor, for the history and for listeners. */
  author: string;
  /** Decides which stored documents the author may see and change. Default: all. */
  role?: Role;
  transactionId?: string;
  /** Checks everything and writes nothing. */
  dryRun?: boolean;
  autoGenerateArrayKeys?: boolean;
  /** Aborts when the author leaves: queries that take long are given up. */
  signal?: AbortSignal;
  /** True if nobody else uses the mutations; otherwise they are copied. */
  owned?: boolean;
}

type Operation = "create" | "update" | "delete" | "none";

export interface MutationResult {
  id: string;
  operation: Operation;
  /** The resulting state, or the last state of a deleted document. Absent if there never was one. */
  document?: LakeDocument;
}

export interface CommitResult {
  transactionId: string;
  results: MutationResult[];
}
