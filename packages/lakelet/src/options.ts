import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tokens } from "./auth/actor.ts";
import type { SiteSession } from "./auth/session.ts";
import type { LakeConfig, ProjectManager } from "./http/route.ts";
import type { LakeLog } from "./model/errors.ts";
import type { PublicImages } from "./model/public-images.ts";
import type { WebhookOptions } from "./webhooks/options.ts";

export interface LakeOptions {
  /**
   * Holds the database, the assets and the tokens. Created if missing. One process at a time. Null keeps everything in
   * memory, but for assets: they are in a temporary directory that `close` removes.
   */
  directory: string | null;
  /** Path below which the lake is mounted, such as `/lake`. Default "": the root. */
  basePath?: string;
  /** Origin at which visitors reach the lake, such as `https://example.com`. URLs of assets begin with it. */
  publicUrl: string;
  /** Default `local`. */
  projectId?: string;
  /** Default `production`. */
  dataset?: string;
  /** Every dataset of the project, for the list of datasets. Default: this one. */
  datasets?: readonly string[];
  /** Lets requests create and delete datasets and allow origins. Default: only the configuration does. */
  manager?: ProjectManager;
  /** Default: those of `tokens.json`, created at the first start. */
  tokens?: Tokens;
  /** How long the history of documents is kept, in days. Default 90. Deleted content is gone after that. */
  historyDays?: number;
  /**
   * Bytes of JSON of the documents that stay in memory, where they take 1.3 times as much; others are read from the database.
   * Ids and indexes come on top, about 130 bytes a document. Default 512 MB.
   */
  cacheBytes?: number | undefined;
  /** Largest document as JSON, in bytes. Default 32,000,000, as hosted. A write of one over 1 MiB stops all others for more than 50 ms. */
  maxDocumentBytes?: number | undefined;
  /** The surrounding site's sign-in. Without it only tokens give access to more than what is public. */
  session?: SiteSession;
  /**
   * For a tool that opens the directory of a stopped server, without its settings: publishes no releases, removes no old history and
   * leaves alone how far webhooks have come. Default false.
   */
  isTool?: boolean;
  /**
   * Lets strangers on the network read published documents (`data/query`, `data/doc`, `data/listen`, `live/events`): for
   * front ends other than the site around the lake. Default false.
   */
  publicRead?: boolean;
  /**
   * By type the attribute with a date, such as `{ post: "publishedAt" }`: strangers on the network read a document of that type from
   * the date on, and never without a valid one. Default: none.
   */
  publicFrom?: Readonly<Record<string, string>>;
  /**
   * Types whose documents are private, whatever their id: editors and strangers on the network neither read nor write them.
   * Administrators, the tokens and the site in process do. Default: none; documents with a dot in their id are private anyway.
   */
  privateTypes?: Iterable<string>;
  /**
   * The image transformations that strangers may request. A token or session may use all of them. Default: strangers,
   * too.
   */
  images?: PublicImages;
  /** Origins besides `publicUrl` whose pages may use a visitor's session, such as a Studio in development. */
  origins?: Iterable<string>;
  /** Where changes are sent. See the README, "Webhooks". */
  webhooks?: readonly WebhookOptions[];
  log?: LakeLog;
  /** Called with the duration of each query, in ms. */
  onQuery?: ((ms: number) => void) | undefined;
}

/** Fills in defaults. A lake in memory gets a temporary directory. */
export function configOf(options: LakeOptions): LakeConfig {
  const publicUrl = new URL(options.publicUrl).origin;
  return {
    directory: options.directory ?? mkdtempSync(join(tmpdir(), "lake-")),
    basePath: (options.basePath ?? "").replace(/\/+$/, ""),
    publicUrl,
    origins:
      options.origins instanceof Set
        ? options.origins.add(publicUrl)
        : new Set([publicUrl, ...(options.origins ?? [])]),
    manager: options.manager,
    session: options.session,
    publicRead: options.publicRead ?? false,
    publicFrom: new Map(Object.entries(options.publicFrom ?? {})),
    privateTypes: new Set(options.privateTypes),
    projectId: options.projectId ?? "local",
    dataset: options.dataset ?? "production",
    datasets: options.datasets ?? [options.dataset ?? "production"],
  };
}
