import type { Actor, AudienceName } from "../auth/actor.ts";
import type { SiteSession } from "../auth/session.ts";
import type { LakeDocument } from "../document.ts";
import type { CommitOptions, CommitOutcome, Mutation } from "../mutations/types.ts";

/** What the lake was created with, defaults filled in. */
export interface LakeConfig {
  directory: string;
  /** Path the lake is mounted under, no slash at the end; "" at the root. */
  basePath: string;
  /** Origin under which visitors reach the lake, no slash at the end: `https://example.com`. */
  publicUrl: string;
  projectId: string;
  dataset: string;
  /** Origins whose pages may use a visitor's session: the public one and those that were configured. */
  origins: ReadonlySet<string>;
  session: SiteSession | undefined;
  /** Opens published documents to strangers. */
  publicRead: boolean;
}

/** The documents, as they are now. Never change what is handed out. */
export interface DocumentReader {
  get(id: string): LakeDocument | undefined;
  byType(type: string): Iterable<LakeDocument>;
  all(): Iterable<LakeDocument>;
  /** Ids of documents that refer to `id`, strongly or weakly. */
  referrersOf(id: string): ReadonlySet<string>;
}

export interface RouteContext {
  request: Request;
  url: URL;
  /** What one caller may use up is counted under it; callers without a key share "". */
  callerKey: string;
  /** Decoded parts of the path, named by the pattern. */
  params: Readonly<Record<string, string>>;
  actor: Actor | null;
  /** True for a caller from the network with neither a token nor a session that has a role. */
  isStranger: boolean;
  entrance: Entrance;
  /**
   * Returns the caller for a route that is public and only now needs to know, or null for a stranger. Throws LakeError 401
   * for an unknown token.
   */
  authenticate(): Promise<Actor | null>;
  /** Names what the actor sees: the same for everybody who sees the same. */
  audience: AudienceName;
  /** Which stored documents exist for the actor. */
  sees(id: string): boolean;
  config: LakeConfig;
  documents: DocumentReader;
  /** Reads the body as JSON, within what the caller may send. @throws LakeError 400, 408, 413 or 503 */
  readJson(): Promise<unknown>;
  /** Runs mutations as one transaction: all or nothing, durable when it resolves. Rejects with a LakeError. */
  commit(mutations: readonly Mutation[], options: CommitOptions): Promise<CommitOutcome>;
}

/**
 * Who may call a route. `public`: everyone. `published`: everyone in process, and from the network those who are known;
 * strangers only where the lake is open to them (`publicRead`). `read`, `write`: a token or a session with that right.
 */
export type Access = "public" | "published" | "read" | "write";

/** Where a request comes from: the site's own code in this process, or anybody by the network. */
export type Entrance = "process" | "network";

/**
 * One endpoint. A pattern is a path with `:name` parts, each one segment, a last one with `?` optional:
 * `/images/:project/:dataset/:file/:vanity?`. `:project` and `:dataset` are checked by the router.
 */
export interface Route {
  method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  pattern: string;
  /** Default `write`: a route is closed to strangers unless it says otherwise. */
  access?: Access;
  /** True (the default): below `/v<version>`. False: directly below the base path, as asset files are. */
  versioned?: boolean;
  handle(context: RouteContext): Response | Promise<Response>;
}
