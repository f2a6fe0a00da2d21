import type { Actor } from "../auth/actor.ts";
import type { Entrance, SiteSession } from "../auth/session.ts";
import type { LakeDocument } from "../model/document.ts";
import type { CommitOptions, CommitResult, Mutation } from "../model/mutation.ts";
import type { PublicFrom } from "../model/public-from.ts";
import type { AudienceName, Sees } from "../model/role.ts";

/** A copy of a dataset, as `sanity datasets copy --list` shows it. */
export interface CopyJob {
  id: string;
  sourceDataset: string;
  targetDataset: string;
  state: "pending" | "completed" | "failed";
  createdAt: string;
  updatedAt: string;
  withHistory: false;
}

/** What requests may change of a project. */
export interface ProjectManager {
  /** Opens a new dataset. Rejects with LakeError 409 for one that exists, 400 for a wrong name. */
  createDataset(name: string): Promise<void>;
  /** Deletes a dataset and its backups. Rejects with LakeError 404, and 400 for the first. */
  deleteDataset(name: string): Promise<void>;
  /** Copies documents and assets to a new dataset. Rejects as `createDataset`. */
  copyDataset(source: string, target: string): Promise<CopyJob>;
  /** Newest first. */
  readonly copies: readonly CopyJob[];
  /** Lets pages of an origin use sessions, or no more; stored. */
  allowOrigin(origin: string, isAllowed: boolean): void;
}

/** The options of the lake, with defaults filled in. */
export interface LakeConfig {
  directory: string;
  /** Path below which the lake is mounted, without a trailing slash; "" at the root. */
  basePath: string;
  /** Origin at which visitors reach the lake, without a trailing slash: `https://example.com`. */
  publicUrl: string;
  projectId: string;
  dataset: string;
  /** Every dataset of the project. */
  datasets: readonly string[];
  /** Origins whose pages may use a visitor's session: `publicUrl` and those of the options. */
  origins: ReadonlySet<string>;
  session: SiteSession | undefined;
  /** Opens published documents to strangers. */
  publicRead: boolean;
  /** What strangers may read only from a date on. */
  publicFrom: PublicFrom;
  /** Types whose documents only administrators see and write. */
  privateTypes: ReadonlySet<string>;
  /** Undefined where only the configuration decides about datasets and origins. */
  manager: ProjectManager | undefined;
}

/** The current documents. Never modify them. */
export interface DocumentReader {
  get(id: string): LakeDocument | undefined;
  byType(type: string): Iterable<LakeDocument>;
  all(): Iterable<LakeDocument>;
  /** Ids that begin with a prefix, in order. Valid until the next change. */
  idsBelow(prefix: string): Iterable<string>;
  /** Ids of documents with a strong or weak reference to `id`. */
  referrersOf(id: string): ReadonlySet<string>;
}

export interface RouteContext {
  request: Request;
  url: URL;
  /** What one caller may use is counted by this key. Callers without a key share "". */
  callerKey: string;
  /** Named parts of the path, decoded. */
  params: Readonly<Record<string, string>>;
  actor: Actor | null;
  /** True for a caller from the network with neither a token nor a session with a role. */
  isStranger: boolean;
  entrance: Entrance;
  /**
   * Authenticates the caller of a public route. Returns null for a stranger. Rejects with LakeError 401 for an unknown
   * token.
   */
  authenticate(): Promise<Actor | null>;
  /** Aborts when the request does, and when the session of its user ends: for responses that stay open. */
  streamSignal(): AbortSignal;
  /** Names what the actor sees. Actors who see the same have the same audience. */
  audience: AudienceName;
  /** True for ids of stored documents that the actor may see. */
  sees: Sees;
  config: LakeConfig;
  documents: DocumentReader;
  /** Reads the body as JSON, within the caller's limits. @throws LakeError 400, 408, 413 or 503 */
  readJson(): Promise<unknown>;
  /** Runs mutations as one transaction, durable once it resolves. Rejects with a LakeError. */
  commit(mutations: readonly Mutation[], options: CommitOptions): Promise<CommitResult>;
}

/**
 * Who may call a route. `public`: everyone. `published`: everyone in process, and from the network a token or session, or
 * with `publicRead` everyone. `read`, `write`: a token or session with that permission. `operate`: the write token, as the route
 * bypasses the history or changes the project.
 */
export type Access = "public" | "published" | "read" | "write" | "operate";

/**
 * One endpoint. A pattern is a path with `:name` segments, the last of which may be optional:
 * `/images/:project/:dataset/:file/:vanity?`. `:project` and `:dataset` are checked by the router.
 */
export interface Route {
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  pattern: string;
  /** Default `write`, so a route is closed to strangers unless it says otherwise. */
  access?: Access;
  /** True (default): below `/v<version>`. False: directly below the base path, like asset bytes. */
  versioned?: boolean;
  handle(context: RouteContext): Response | Promise<Response>;
}

/** Returns a route below `/v<version>`. */
export const route = (
  method: Route["method"],
  pattern: string,
  access: Access,
  handle: Route["handle"],
): Route => ({ method, pattern, access, handle });
