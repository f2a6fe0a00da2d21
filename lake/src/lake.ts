import { createAct } from "./actions/act.ts";
import { publicBase, withUrlBelow } from "./assets/asset-url.ts";
import { openAssets } from "./assets/assets.ts";
import { createAuthenticate } from "./auth/authenticate.ts";
import type { SiteSession } from "./auth/session.ts";
import { createAuthenticator, loadTokens } from "./auth/tokens.ts";
import type { Tokens } from "./auth/tokens.ts";
import { Ledger } from "./http/ledger.ts";
import type { LedgerEntry } from "./http/ledger.ts";
import { json } from "./http/respond.ts";
import { createRouter } from "./http/router.ts";
import type { Origin } from "./http/router.ts";
import type { Access, LakeConfig, Route } from "./http/route.ts";
import { actionRoutes } from "./http/routes/actions.ts";
import { documentRoutes } from "./http/routes/documents.ts";
import { exportRoutes } from "./http/routes/export.ts";
import { historyRoutes } from "./http/routes/history.ts";
import { listenRoutes } from "./http/routes/listen.ts";
import { metaRoutes } from "./http/routes/meta.ts";
import { mutateRoutes } from "./http/routes/mutate.ts";
import { operateRoutes } from "./http/routes/operate.ts";
import { peopleRoutes } from "./http/routes/people.ts";
import { queryRoutes } from "./http/routes/query.ts";
import { sessionRoutes } from "./http/routes/session.ts";
import type { PublicImages } from "./images/public-images.ts";
import { silent } from "./log.ts";
import type { LakeLog } from "./log.ts";
import { createCommit, createTransact } from "./mutations/commit.ts";
import type { Select } from "./mutations/commit.ts";
import { GroupCommit } from "./mutations/group-commit.ts";
import { PublicRead } from "./public-read/public-read.ts";
import { evaluateQuery } from "./query/evaluate.ts";
import { KNOWN_QUERIES } from "./query/limits.ts";
import { Turns } from "./query/turns.ts";
import { visiblePart, Views } from "./query/view.ts";
import { Store } from "./store/store.ts";
import type { CommittedTransaction } from "./store/store.ts";
import { Feed } from "./listen/feed.ts";
import { createSockets } from "./sockets/sockets.ts";
import type { Sockets } from "./sockets/sockets.ts";

export interface LakeOptions {
  /** Holds everything: database, assets, tokens. Made when missing. One process at a time. */
  directory: string;
  /** Path the lake is mounted under, such as `/lake`; "" (default) at the root. */
  basePath?: string;
  /** Origin under which visitors reach the lake: `https://example.com`. Addresses of assets begin with it. */
  publicUrl: string;
  /** Default `local`. */
  projectId?: string;
  /** Default `production`. */
  dataset?: string;
  /** How long the history of documents is kept, in days. Default 90. What was deleted is gone for good after it. */
  historyDays?: number;
  /** The surrounding site's sign-in. Without it only tokens open more than what is public. */
  session?: SiteSession;
  /**
   * Lets strangers on the network read published documents (`data/query`, `data/doc`, `data/listen`, `live/events`), for
   * other front ends than the site around the lake. Default false.
   */
  publicRead?: boolean;
  /**
   * The transformations of images that strangers may ask for; a token or session may use every one. Left out: strangers,
   * too.
   */
  images?: PublicImages;
  /** Origins besides the public one whose pages may use a visitor's session, such as a Studio in development. */
  origins?: Iterable<string>;
  log?: LakeLog;
  /** Hears how long each query took, in milliseconds. */
  onQuery?: ((ms: number) => void) | undefined;
}

/** Figures of a lake, for whoever watches over it. */
export interface LakeStats {
  /** Drafts included. */
  documents: number;
  /** Since it was opened. */
  transactions: number;
  /** Open event streams. */
  listeners: number;
}

export interface Lake {
  /**
   * The entrance in process, for the site's own code: answers a request below `basePath`. Without a token it reads
   * published documents. Never hand it what arrived from the network. Always resolves.
   */
  fetch(request: Request): Promise<Response>;
  /**
   * The entrance from the network: strangers get pictures, files and what precedes sign-in, and nothing else unless
   * `publicRead` is on. `callerKey` names the caller, such as by IP address, so that each gets a share of what is limited.
   * Never rejects.
   */
  answer(request: Request, caller?: { callerKey?: string | undefined }): Promise<Response>;
  /** Every endpoint and who may call it. */
  readonly endpoints: ReadonlyArray<Pick<Route, "method" | "pattern" | "versioned"> & { access: Access }>;
  /** Takes WebSockets below `basePath`: what node:http calls on `upgrade`. */
  upgrade: Sockets["upgrade"];
  /** Whoever holds `write` may do everything, `read` may see everything. */
  readonly tokens: Readonly<Tokens>;
  /** Hears of every transaction after it is on disk, in order. Returns the way to stop. */
  subscribe(listener: (transaction: CommittedTransaction) => void): () => void;
  stats(): LakeStats;
  /** Requests that the lake has no answer for. */
  readonly ledger: readonly LedgerEntry[];
  /** Ends open event streams. Everything else goes on being answered, so that a stop need not wait for who listens. */
  endStreams(): void;
  /** Ends open streams and gives the directory free. */
  close(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function configOf(options: LakeOptions): LakeConfig {
  const publicUrl = new URL(options.publicUrl).origin;
  return {
    directory: options.directory,
    basePath: (options.basePath ?? "").replace(/\/+$/, ""),
    publicUrl,
    origins: new Set([publicUrl, ...(options.origins ?? [])]),
    session: options.session,
    publicRead: options.publicRead ?? false,
    projectId: options.projectId ?? "local",
    dataset: options.dataset ?? "production",
  };
}

/**
 * Opens a content lake: Sanity's HTTP API over one directory.
 * @throws LakeDirectoryError when another process has the directory open
 */
export async function createLake(options: LakeOptions): Promise<Lake> {
  const config = configOf(options);
  const log = options.log ?? silent;
  const store = new Store(config.directory, (document) => withUrlBelow(document, publicBase(config)));
  const tokens = tokensOf(config, store);
  const views = new Views(store);
  const feed = new Feed(log);
  const ledger = new Ledger();
  const { projectId, dataset } = config;
  const publicRead = new PublicRead({ documents: store.documents, projectId, dataset });
  feed.subscribe((transaction) => publicRead.changed(transaction));

  const select: Select = (query, params, sees) => {
    const { projectId, dataset } = config;
    const context = { identity: "<system>", projectId, dataset, limits: KNOWN_QUERIES };
    const view = visiblePart(views.of({ kind: "raw" }), { sees });
    const result = evaluateQuery(query, params, view, context);
    return [result].flat().flatMap((one) => (isIdentified(one) ? [one._id] : []));
  };
  const assets = openAssets(config.directory, store.documents, log, options.images);
  const commits = new GroupCommit(store, (transaction) => feed.publish(transaction));
  const transact = createTransact(store, select, commits);
  const routes: readonly Route[] = [
    ...queryRoutes({ views, turns: new Turns(), publicRead, onQuery: options.onQuery ?? (() => {}) }),
    ...documentRoutes(publicRead),
    ...mutateRoutes,
    ...actionRoutes(createAct(transact)),
    ...listenRoutes(feed, publicRead),
    ...exportRoutes,
    ...historyRoutes(store.history),
    ...sessionRoutes,
    ...peopleRoutes(store.people, store.settings),
    ...metaRoutes(ledger),
    ...operateRoutes({
      snapshot: () => store.snapshot(),
      mentions: (text) => store.mentions(text),
      forget: (ids) => {
        store.forget(ids);
        feed.forget();
      },
    }),
    ...assets.routes,
  ];
  const route = createRouter({
    routes,
    services: {
      config,
      documents: store.documents,
      commit: createCommit(transact),
    },
    authenticate: createAuthenticate({
      byToken: createAuthenticator(tokens),
      session: config.session,
      origins: config.origins,
      remember: (actor) => store.people.remember(actor),
    }),
    ledger,
    log,
  });

  let open = true;
  const enter = async (request: Request, origin: Origin): Promise<Response> =>
    open ? route(request, origin) : closedResponse();
  const answer: Lake["answer"] = (request, caller) => enter(request, { entrance: "network", ...caller });
  // A socket speaks for somebody on the network, who may have signed out since.
  const sockets = createSockets({ handle: answer, ...config });

  const historyDays = options.historyDays ?? 90;
  const prune = (): void => {
    try {
      store.pruneHistory(new Date(Date.now() - historyDays * DAY_MS).toISOString());
    } catch (error) {
      log("warn", "Old history could not be removed", { error });
    }
  };
  prune();
  const pruning = setInterval(prune, DAY_MS);
  pruning.unref();

  return {
    fetch: (request) => enter(request, { entrance: "process" }),
    answer,
    endpoints: routes.map(({ method, pattern, versioned = true, access = "write" }) => ({
      method,
      pattern,
      versioned,
      access,
    })),
    upgrade: sockets.upgrade,
    tokens,
    subscribe: (listener) => feed.subscribe(listener),
    stats: () => ({
      documents: store.documents.size,
      transactions: store.revision,
      listeners: feed.listening,
    }),
    ledger: ledger.entries,
    endStreams: () => {
      feed.close();
      sockets.close();
    },
    close: async () => {
      if (!open) return;
      open = false;
      clearInterval(pruning);
      feed.close();
      sockets.close();
      publicRead.close();
      commits.drain();
      await assets.close();
      store.close();
    },
  };
}

function tokensOf(config: LakeConfig, store: Store): Tokens {
  try {
    return loadTokens(config.directory);
  } catch (error) {
    store.close();
    throw error;
  }
}

/** 503, so that clients retry. */
const closedResponse = (): Response =>
  json({ statusCode: 503, error: "Service Unavailable", message: "The content lake is closed" }, 503);

const isIdentified = (value: unknown): value is { _id: string } =>
  typeof value === "object" && value !== null && "_id" in value && typeof value._id === "string";
