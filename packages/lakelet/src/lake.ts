import { rmSync } from "node:fs";
import { createAct, createRunActions } from "./actions/apply.ts";
import { ScheduledReleases } from "./actions/scheduled-releases.ts";
import { publicBase, withUrlBelow } from "./assets/asset-store.ts";
import { WRITER, createAuthenticator, createSiteCheck, loadTokens } from "./auth/actor.ts";
import type { Tokens } from "./auth/actor.ts";
import { SessionWatch } from "./auth/session-watch.ts";
import { createAuthenticate, withPresentRole } from "./auth/session.ts";
import { Backups } from "./backup/backups.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { errorResponse } from "./http/response.ts";
import type { Access, LakeConfig, Route } from "./http/route.ts";
import { Ledger, createRouter } from "./http/router.ts";
import type { LedgerEntry, RequestSource } from "./http/router.ts";
import { Feed } from "./listen/feed.ts";
import { RELEASE_TYPE, isReleaseId } from "./model/document.ts";
import type { LakeDocument } from "./model/document.ts";
import { silent, tooBusy } from "./model/errors.ts";
import type { PrivateTypes } from "./model/role.ts";
import { createCommit, createTransact } from "./mutations/commit.ts";
import { GroupCommit } from "./mutations/group-commit.ts";
import { createSelecting } from "./mutations/select.ts";
import { configOf } from "./options.ts";
import type { LakeOptions } from "./options.ts";
import { PublicRead } from "./public-read/public-read.ts";
import { QueryProcess } from "./public-read/query-process.ts";
import { Turns } from "./query/turns.ts";
import { Views } from "./query/view.ts";
import { openAssets } from "./routes/assets.ts";
import { backupRoutes } from "./routes/backups.ts";
import { documentRoutes, exportRoutes } from "./routes/documents.ts";
import { historyRoutes } from "./routes/history.ts";
import { listenRoutes } from "./routes/listen.ts";
import { metaRoutes } from "./routes/meta.ts";
import { operateRoutes } from "./routes/operate.ts";
import { projectRoutes } from "./routes/project.ts";
import { queryRoutes } from "./routes/query.ts";
import { peopleRoutes, sessionRoutes } from "./routes/session.ts";
import { transactionRoutes } from "./routes/transactions.ts";
import { createSockets } from "./sockets/sockets.ts";
import type { Sockets } from "./sockets/sockets.ts";
import { DAY_MS, createPruning } from "./store/prune.ts";
import { Store } from "./store/store.ts";
import type { CommittedTransaction } from "./store/transaction-log.ts";
import { Webhooks, prepareWebhooks } from "./webhooks/webhooks.ts";

/** Figures for monitoring. */
export interface LakeStats {
  /** Including drafts. */
  documents: number;
  /** Since the lake was opened. */
  transactions: number;
  /** Open event streams. */
  listeners: number;
}

export interface Lake {
  /**
   * The entrance in process, for the site's own code. Without a token it reads published documents. Never pass it a
   * request from the network. Never rejects.
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
  /** Accepts WebSockets below `basePath`: the listener for node:http's `upgrade` event. */
  upgrade: Sockets["upgrade"];
  /** `write` may do everything, `read` may see everything, `site` makes a request from the network one like those of `fetch`. */
  readonly tokens: Readonly<Tokens>;
  /** Calls `listener` with every transaction after it is on disk, in order. Returns a function that unsubscribes. */
  subscribe(listener: (transaction: CommittedTransaction) => void): () => void;
  /**
   * Remembers the documents. The function that it returns restores them and deletes the history since then; listeners get it
   * as one transaction. For tests: people, settings and bytes of assets stay.
   */
  checkpoint(): () => void;
  stats(): LakeStats;
  /** Requests that the lake has no route for. */
  readonly ledger: readonly LedgerEntry[];
  /**
   * Checks now who still has a session, and ends the streams and sockets of all others. Happens every 30 seconds by itself; for
   * a site that has just ended sessions.
   */
  recheckSessions(): void;
  /** Writes all documents and assets as of the call into a new folder that `importContent` takes. */
  writeContent(folder: string): Promise<unknown>;
  /** Ends open event streams and sockets, which would keep a stopping server waiting. Other requests are still served. */
  endStreams(): void;
  /** Ends open streams and releases the directory. */
  close(): Promise<void>;
}

/**
 * Opens a content lake: Sanity's HTTP API over one directory.
 * @throws LakeDirectoryError if another process has the directory open, a newer version wrote it, or a file in it is damaged
 * @throws Error for an invalid webhook
 */
export async function createLake(options: LakeOptions): Promise<Lake> {
  const { isTool = false } = options;
  const preparedWebhooks = prepareWebhooks(options.webhooks ?? []);
  const config = configOf(options);
  const log = options.log ?? silent;
  const inMemory = options.directory === null;
  const revive = (document: LakeDocument): LakeDocument => withUrlBelow(document, publicBase(config));
  const store = new Store(config.directory, revive, { inMemory, cacheSize: options.cacheBytes });
  const tokens = options.tokens ?? tokensOf(config, store);
  const views = new Views(store);
  const feed = new Feed(log);
  const ledger = new Ledger();
  const { projectId, dataset, publicFrom } = config;
  const { privateTypes: types } = config;
  const privateTypes: PrivateTypes = {
    types,
    typeOf: (id) => (store.documents.get(id) ?? store.history.lastSeen(id))?._type,
  };
  const place = { documents: store.documents, privateTypes: types, projectId, dataset };
  const publicRead = new PublicRead({ ...place, publicFrom });
  const longQueries = new QueryProcess({ ...place, includes: () => true });
  feed.subscribe((transaction) => {
    publicRead.changed(transaction);
    longQueries.changed(transaction);
  });

  const { select, findLong } = createSelecting({ ...place, store, views, longQueries, privateTypes });
  const assets = openAssets(config.directory, store.documents, log, options.images);
  const backups = inMemory ? null : new Backups(config.directory, store, log);
  const commits = new GroupCommit(store, (transaction) => feed.publish(transaction));
  const transact = createTransact(store, select, commits, {
    maxDocumentBytes: options.maxDocumentBytes,
    privateTypes,
  });
  const routes: readonly Route[] = [
    ...queryRoutes({
      views,
      turns: new Turns(),
      publicRead,
      longQueries,
      onQuery: options.onQuery ?? (() => {}),
    }),
    ...documentRoutes(publicRead),
    ...transactionRoutes(createAct(transact)),
    ...listenRoutes(feed, publicRead),
    ...exportRoutes(store),
    ...historyRoutes(store.history),
    ...sessionRoutes,
    ...peopleRoutes(store.people, store.settings),
    ...metaRoutes(ledger),
    ...projectRoutes,
    ...operateRoutes(store, feed),
    ...backupRoutes(backups, tokens.write),
    ...assets.routes,
  ];
  const sessions = new SessionWatch();
  const route = createRouter({
    routes,
    privateTypes,
    sessions,
    services: {
      config,
      documents: store.documents,
      commit: createCommit(transact, findLong),
    },
    authenticate: createAuthenticate({
      byToken: createAuthenticator(tokens),
      session: config.session,
      origins: config.origins,
      remember: (actor) => store.people.remember(actor),
    }),
    isSite: createSiteCheck(tokens),
    ledger,
    log,
  });

  let open = true;
  const enter = async (request: Request, source: RequestSource): Promise<Response> =>
    open ? route(request, source) : errorResponse(tooBusy("The content lake is closed"));
  const answer: Lake["answer"] = (request, caller) => enter(request, { entrance: "network", ...caller });
  // Requests over a socket are authenticated one by one: the user may have signed out since.
  const sockets = createSockets({
    handle: (request) => enter(request, { entrance: "network", endsOwnStreams: true }),
    sessions,
    ...config,
    privateTypes,
  });

  const webhookDeps = {
    history: store.history,
    positions: store.webhookPositions,
    source: {
      projectId,
      dataset,
      get: (id: string) => store.documents.get(id),
      all: () => store.documents.all(),
    },
    log,
  };
  const lastTime = new Date(store.lastTransactionTime).toISOString();
  const webhooks = isTool ? null : new Webhooks(preparedWebhooks, webhookDeps, lastTime);
  if (webhooks) feed.subscribe(() => webhooks.wake());

  const runActions = createRunActions(transact);
  const scheduled = new ScheduledReleases({
    releases: () => store.documents.byType(RELEASE_TYPE),
    present: (author) => withPresentRole(author, config.session),
    act: (action, { id, role } = WRITER) => runActions([action], { author: id, role }),
    log,
  });
  if (!isTool) {
    feed.subscribe(({ changes }) => {
      if (changes.some(({ id }) => isReleaseId(id))) scheduled.plan();
    });
    scheduled.plan();
  }

  let pruning: NodeJS.Timeout | undefined;
  if (!isTool) {
    const prune = createPruning(store, options.historyDays ?? 90, log);
    prune();
    pruning = setInterval(prune, DAY_MS).unref();
  }

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
    checkpoint: () => {
      commits.drain();
      const checkpoint = store.checkpoint();
      return () => {
        commits.drain();
        const restored = store.restore(checkpoint);
        if (!restored) return;
        feed.forget();
        feed.publish(restored);
      };
    },
    stats: () => ({
      documents: store.documents.size,
      transactions: store.revision,
      listeners: feed.listening,
    }),
    ledger: ledger.entries,
    recheckSessions: () => sessions.recheck(),
    writeContent: (folder) => writeBackup(store, config.directory, folder, new AbortController().signal),
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
      sessions.close();
      publicRead.close();
      longQueries.close();
      commits.drain();
      await scheduled.close();
      await webhooks?.close();
      await backups?.close();
      await assets.close();
      store.close();
      if (inMemory) rmSync(config.directory, { recursive: true, force: true });
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
