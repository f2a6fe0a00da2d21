import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { listen } from "../src/http/listen.ts";
import { toNodeListener } from "../src/node.ts";
import { openProject } from "../src/project.ts";
import { CommandError } from "./options.ts";
import type { Options } from "./options.ts";

/** How other commands reach a server. */
export interface Running {
  /** With the base path. */
  url: string;
  projectId: string;
  datasets: readonly string[];
  token: string;
}

/** Where the process that serves a directory says how to reach it. */
export const runningFile = (directory: string): string => join(directory, "running.json");

/** Returns how to reach the process that serves a directory, or null if there is none. A killed one leaves the file, perhaps broken. */
async function runningServer(directory: string): Promise<Running | null> {
  const file = runningFile(directory);
  if (!existsSync(file)) return null;
  try {
    const running = JSON.parse(readFileSync(file, "utf8")) as Running;
    const headers = { authorization: `Bearer ${running.token}` };
    const signal = AbortSignal.timeout(2000);
    const response = await fetch(`${running.url}/v1/datasets`, { headers, signal });
    if (!response.ok) return null;
    const datasets = (await response.json()) as Array<{ name: string }>;
    return { ...running, datasets: datasets.map(({ name }) => name) };
  } catch {
    return null;
  }
}

/**
 * Calls `work` with the server of the directory, which is started for the call unless one is running.
 * @throws LakeDirectoryError if another process has the directory and does not say how to reach it
 */
export async function withServer(
  { data, datasets }: Options,
  work: (running: Running) => Promise<void>,
): Promise<void> {
  const running = await runningServer(data);
  if (running) {
    const missing = datasets.find((name) => !running.datasets.includes(name));
    if (missing === undefined) return work(running);
    throw new CommandError(`The running server does not serve the dataset "${missing}".`);
  }
  const server = createServer();
  const url = `http://127.0.0.1:${(await listen(server)).port}`;
  try {
    const project = await openProject({ directory: data, datasets, publicUrl: url, isTool: true });
    server.on("request", toNodeListener(project));
    try {
      await work({ url, projectId: "local", datasets, token: project.tokens.write });
    } finally {
      await project.close();
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
