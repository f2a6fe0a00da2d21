import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { exportContent, importContent } from "../src/content.ts";
import type { ImportRequest } from "../src/content.ts";
import { clientFor } from "../src/content/client.ts";
import { datasetDirectory } from "../src/model/dataset.ts";
import { CommandError, count } from "./options.ts";
import type { Options } from "./options.ts";
import { withServer } from "./running.ts";
import type { Running } from "./running.ts";

/** A running server. With `fetch` it is in this process. */
type Reached = Running & { fetch?: typeof fetch };

const clientOf = ({ url, projectId, token, fetch }: Reached, dataset: string): SanityClient =>
  clientFor(url, token, {
    projectId,
    dataset,
    perspective: "raw",
    ...(fetch ? { resolveFetch: () => fetch } : {}),
  });

export const countDocuments = (running: Reached, dataset: string): Promise<number> =>
  clientOf(running, dataset).fetch<number>("count(*)");

/** Imports a source and returns the number of documents. @throws CommandError if it cannot be imported */
export async function importInto(
  running: Reached,
  { dataset, ...request }: Pick<ImportRequest, "source" | "operation"> & { dataset: string },
): Promise<number> {
  try {
    return await importContent({ ...request, client: clientOf(running, dataset), apiHost: running.url });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const stored = await countDocuments(running, dataset);
    const rest = stored === 0 ? "" : `\n${dataset} has ${count(stored, "document")} now.`;
    const hint = reason.includes("already exists")
      ? "\n--replace overwrites documents that exist, --missing keeps them."
      : "";
    throw new CommandError(`${request.source} cannot be imported: ${reason}${rest}${hint}`, { cause: error });
  }
}

async function exportTo(running: Running, dataset: string, target: string): Promise<void> {
  const client = clientOf(running, dataset);
  const { documents, assets } = await exportContent({ client, apiHost: running.url, dataset, target });
  console.log(
    `${count(documents, "document")} and ${count(assets, "asset")} of ${dataset} written to ${target}`,
  );
}

async function backUp({ url, token }: Running, dataset: string, data: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/v1/operate/${dataset}/backup`, { method: "POST", headers });
  if (!response.ok) throw new CommandError(`The backup failed: ${await response.text()}`);
  const made = (await response.json()) as { id: string; documents: number; assets: number };
  const folder = join(datasetDirectory(data, dataset), "backups", made.id);
  console.log(
    `${count(made.documents, "document")} and ${count(made.assets, "asset")} of ${dataset} are in ${folder}`,
  );
}

/** Returns the dataset of a command that takes one. @throws CommandError if it does not exist */
function storedDataset({ data, datasets: [dataset = "production"] }: Options): string {
  if (existsSync(join(datasetDirectory(data, dataset), "lake.db"))) return dataset;
  throw new CommandError(`There is no dataset "${dataset}" in ${data}.`);
}

/** Runs `import`, `export` and `backup`, through the running server if there is one. @throws CommandError, LakeDirectoryError */
export async function transfer(options: Options): Promise<void> {
  const { command, source = "", replace, missing } = options;
  const isOfStored = command === "export" || command === "backup";
  const dataset = isOfStored ? storedDataset(options) : (options.datasets[0] ?? "production");
  await withServer(options, async (running) => {
    if (command === "export") return exportTo(running, dataset, source || `${dataset}.tar.gz`);
    if (command === "backup") return backUp(running, dataset, options.data);
    const operation = replace ? "createOrReplace" : missing ? "createIfNotExists" : "create";
    const imported = await importInto(running, { dataset, source, operation });
    console.log(`${count(imported, "document")} ${missing ? "checked" : "imported"} (${dataset})`);
  });
}
