import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadTokens, newTokens } from "./auth/actor.ts";
import type { Tokens } from "./auth/actor.ts";
import { SessionWatch } from "./auth/session-watch.ts";
import type { CopyJob, ProjectManager } from "./http/route.ts";
import { createLake } from "./lake.ts";
import type { Lake } from "./lake.ts";
import { datasetDirectory, isDatasetName } from "./model/dataset.ts";
import { LakeError, badRequest, notFound } from "./model/errors.ts";
import type { LakeOptions } from "./options.ts";
import { createSockets } from "./sockets/sockets.ts";
import { replaceFile } from "./store/replace-file.ts";

export interface ProjectOptions extends Omit<
  LakeOptions,
  "dataset" | "datasets" | "manager" | "origins" | "tokens"
> {
  /** At least one. Requests without a dataset go to the first. Those that requests created are opened as well. */
  datasets: readonly string[];
  /** As of `createLake`. Requests of `sanity cors` add to it. */
  origins?: Set<string>;
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

const exists = (dataset: string): LakeError =>
  new LakeError(409, { statusCode: 409, error: "Conflict", message: `Dataset "${dataset}" already exists` });

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

/** In the folder of a dataset while content is copied to it. */
const COPY = "copy";

/** Returns the stored datasets besides `production`. Deletes those whose copying did not end. */
function storedDatasets(directory: string | null): string[] {
  const folder = join(directory ?? "", "datasets");
  if (directory === null || !existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => {
    const isHalf = existsSync(join(folder, name, COPY));
    if (isHalf) rmSync(join(folder, name), { recursive: true });
    return !isHalf && isDatasetName(name) && existsSync(join(folder, name, "lake.db"));
  });
}

/** Origins that requests have allowed, in `origins.json` of a directory. */
function openOrigins(directory: string | null, origins: Set<string>): ProjectManager["allowOrigin"] {
  const file = directory === null ? null : join(directory, "origins.json");
  const stored = new Set(
    file && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as string[]) : [],
  );
  for (const origin of stored) origins.add(origin);
  return (origin, isAllowed) => {
    for (const set of [origins, stored])
      if (isAllowed) set.add(origin);
      else set.delete(origin);
    if (file !== null) replaceFile(file, JSON.stringify([...stored]));
  };
}

/**
 * Opens several datasets of one directory.
 * @throws LakeDirectoryError as `createLake`
 * @throws Error for a name that is none for a dataset
 */
export async function openProject({
  datasets: named,
  writeToken,
  ...options
}: ProjectOptions): Promise<Project> {
  const { directory, publicUrl, origins = new Set<string>() } = options;
  const [name = "production"] = named;
  const wrong = named.find((one) => !isDatasetName(one));
  if (wrong !== undefined) throw new Error(`"${wrong}" is not a name for a dataset`);
  const datasets: string[] = [];
  const copies: CopyJob[] = [];
  const lakes = new Map<string, Lake>();
  const close = async (): Promise<void> => {
    await Promise.all(Array.from(lakes.values(), (lake) => lake.close()));
  };
  const stored = directory === null ? newTokens() : loadTokens(directory);
  const tokens = { ...stored, ...(writeToken === undefined ? {} : { write: writeToken }) };
  const open = async (dataset: string): Promise<void> => {
    const own = directory === null ? null : datasetDirectory(directory, dataset);
    datasets.push(dataset);
    try {
      const lake = await createLake({
        ...options,
        directory: own,
        dataset,
        datasets,
        tokens,
        origins,
        manager,
      });
      lakes.set(dataset, lake);
    } catch (error) {
      datasets.pop();
      throw error;
    }
  };
  const find = (dataset: string): Lake => {
    const lake = lakes.get(dataset);
    if (!lake) throw notFound(`There is no dataset "${dataset.slice(0, 64)}"`);
    return lake;
  };

  const fill = async (source: Lake, target: string): Promise<void> => {
    const folder =
      directory === null
        ? mkdtempSync(join(tmpdir(), "lake-"))
        : join(datasetDirectory(directory, target), COPY);
    // Loaded when it is needed: it would take 0.1 s of every start.
    const { clientFor } = await import("./content/client.ts");
    const { importContent } = await import("./content/import-content.ts");
    const fetchHere: typeof fetch = (input, init) => find(target).fetch(new Request(input, init));
    const client = clientFor(`${publicUrl}${basePath}`, tokens.write, {
      projectId: options.projectId ?? "local",
      dataset: target,
      resolveFetch: () => fetchHere,
    });
    try {
      await source.writeContent(folder);
      await importContent({ client, apiHost: publicUrl, source: folder, operation: "create" });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const manager: ProjectManager = {
    copies,
    allowOrigin: openOrigins(directory, origins),
    createDataset: async (dataset) => {
      if (!isDatasetName(dataset)) throw badRequest(`"${dataset.slice(0, 64)}" is not a name for a dataset`);
      if (datasets.includes(dataset)) throw exists(dataset);
      await open(dataset);
    },
    deleteDataset: async (dataset) => {
      // Other datasets are in the folder of `production`.
      if (dataset === name || dataset === "production")
        throw badRequest(`"${dataset}" cannot be deleted. "lakelet reset" empties it.`);
      const lake = find(dataset);
      lakes.delete(dataset);
      datasets.splice(datasets.indexOf(dataset), 1);
      await lake.close();
      if (directory !== null)
        await rm(datasetDirectory(directory, dataset), { recursive: true, force: true });
    },
    copyDataset: async (sourceDataset, targetDataset) => {
      const source = find(sourceDataset);
      await manager.createDataset(targetDataset);
      const createdAt = new Date().toISOString();
      try {
        await fill(source, targetDataset);
      } catch (error) {
        await manager.deleteDataset(targetDataset);
        throw error;
      }
      const job = { id: randomUUID(), sourceDataset, targetDataset, state: "completed" } as const;
      copies.unshift({ ...job, createdAt, updatedAt: new Date().toISOString(), withHistory: false });
      return copies[0] as CopyJob;
    },
  };
  const basePath = (options.basePath ?? "").replace(/\/+$/, "");
  try {
    for (const dataset of new Set([...named, ...storedDatasets(directory)])) await open(dataset);
  } catch (error) {
    await close();
    throw error;
  }
  const first = lakes.get(name) as Lake;
  const datasetIn = createDatasetFinder(first.endpoints);
  const lakeAt = (path: string): Lake =>
    lakes.get(datasetIn(path.startsWith(basePath) ? path.slice(basePath.length) : "") ?? "") ?? first;
  const lakeOf = ({ url }: Request): Lake => lakeAt(new URL(url).pathname);
  const answer: Lake["answer"] = (request, caller) => lakeOf(request).answer(request, caller);
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
