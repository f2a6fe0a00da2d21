import { join } from "node:path";
import { datasetDirectory } from "../src/model/dataset.ts";
import { storedDataset } from "./content.ts";
import { CommandError, count } from "./options.ts";
import type { Options } from "./options.ts";
import { withServer } from "./running.ts";

/** Makes a backup, through the running server if there is one. @throws CommandError, LakeDirectoryError */
export async function backup(options: Options): Promise<void> {
  const dataset = storedDataset(options);
  await withServer(options, async ({ url, token }) => {
    const response = await fetch(`${url}/v1/operate/${dataset}/backup`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new CommandError(`The backup failed: ${await response.text()}`);
    const { id, documents, assets } = (await response.json()) as {
      id: string;
      documents: number;
      assets: number;
    };
    const folder = join(datasetDirectory(options.data, dataset), "backups", id);
    console.log(
      `${count(documents, "document")} and ${count(assets, "asset")} of ${dataset} are in ${folder}`,
    );
  });
}
