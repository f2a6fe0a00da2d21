import { loadTokens, newTokens } from "./auth/actor.ts";
import type { Tokens } from "./auth/actor.ts";
import { SessionWatch } from "./auth/session-watch.ts";
import { datasetDirectory, isDatasetName } from "./model/dataset.ts";
import { createLake } from "./lake.ts";
import type { Lake } from "./lake.ts";
import type { LakeOptions } from "./options.ts";
import { createSockets } from "./sockets/sockets.ts";

export interface ProjectOptions extends Omit<LakeOptions, "dataset" | "datasets" | "tokens"> {
  /** At least one. Requests without a dataset go to the first. */
  datasets: readonly string[];
  /** Replaces the write token of `tokens.json`. */
  writeToken?: string | undefined;
}

/** Several datasets, each a lake of its own, below one address and with the same tokens. */
export interface Project extends Pick<Lake, "fetch" | "answer" | "upgrade"> {
  /** By dataset. */
  readonly lakes: ReadonlyMap<string, Lake>;
  readonly tokens: Readonly<Tokens>;
  close(): Promise<void>;
}

/** Creates the function that finds the dataset in a path below the base path. */
function createDatasetFinder(endpoints: Lake["endpoints"]): (path: string) => string | undefined {
  const patterns = endpoints
    .filter(({ pattern }) => pattern.includes("/:dataset"))
    .map(({ pattern, versioned }) => {
      const before = pattern.slice(0, pattern.indexOf("/:dataset")).replace(/:\w+/g, "[^/]+");
      return `${versioned === false ? "" : "/v[^/]+"}${before}`;
    });
  const place = new RegExp(`^(?:${[...new Set(patterns)].join("|")}|/v[^/]+/socket)/([^/]+)`);
  return (path) => place.exec(path)?.[1];
}

/**
 * Opens several datasets of one directory.
 * @throws LakeDirectoryError as `createLake`
 * @throws Error for a name that is none for a dataset
 */
export async function openProject({ datasets, writeToken, ...options }: ProjectOptions): Promise<Project> {
  const { directory, publicUrl } = options;
  const [name = "production"] = datasets;
  const wrong = datasets.find((name) => !isDatasetName(name));
  if (wrong !== undefined) throw new Error(`"${wrong}" is not a name for a dataset`);
  const lakes = new Map<string, Lake>();
  const close = async (): Promise<void> => {
    await Promise.all(Array.from(lakes.values(), (lake) => lake.close()));
  };
  const stored = directory === null ? newTokens() : loadTokens(directory);
  const tokens = { ...stored, ...(writeToken === undefined ? {} : { write: writeToken }) };
  const open = async (dataset: string): Promise<void> => {
    const own = directory === null ? null : datasetDirectory(directory, dataset);
    const lake = await createLake({ ...options, directory: own, dataset, datasets, tokens });
    lakes.set(dataset, lake);
  };
  try {
    for (const dataset of datasets) await open(dataset);
  } catch (error) {
    await close();
    throw error;
  }
  const first = lakes.get(name) as Lake;
  const basePath = (options.basePath ?? "").replace(/\/+$/, "");
  const datasetIn = createDatasetFinder(first.endpoints);
  const lakeAt = (path: string): Lake =>
    lakes.get(datasetIn(path.startsWith(basePath) ? path.slice(basePath.length) : "") ?? "") ?? first;
  const lakeOf = ({ url }: Request): Lake => lakeAt(new URL(url).pathname);
  const answer: Lake["answer"] = (request, caller) => lakeOf(request).answer(request, caller);
  const origins = new Set([new URL(publicUrl).origin, ...(options.origins ?? [])]);
  const sessions = new SessionWatch();
  const sockets = createSockets({ handle: answer, sessions, basePath, publicUrl, dataset: name, origins });
  return {
    lakes,
    tokens,
    fetch: (request) => lakeOf(request).fetch(request),
    answer,
    upgrade: (message, socket, head) => {
      const lake = lakeAt((message.url ?? "").split("?", 1)[0] ?? "");
      // Event streams of all datasets share a socket.
      (lake === first ? sockets : lake).upgrade(message, socket, head);
    },
    close: async () => {
      sessions.close();
      sockets.close();
      await close();
    },
  };
}
