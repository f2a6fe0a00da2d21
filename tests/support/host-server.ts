import { startSite, type StartedSite } from "../../server/index.ts";

// Runs the sites of a test worker in one process, which keeps its code loaded and compiled between them.

/** What the worker sends: start a site with an environment, or stop it. */
export type ToHost = { id: number; env: Record<string, string> } | { id: number; env: null };
/** What it gets when that is done. */
export interface FromHost {
  id: number;
  error?: string;
}

const sites = new Map<number, StartedSite>();

async function obey({ id, env }: ToHost): Promise<void> {
  if (env) {
    sites.set(id, await startSite(env, { shouldWarm: false, ownsProcess: false }));
    return;
  }
  await sites.get(id)?.stop();
  sites.delete(id);
}

process.on("message", (message: ToHost) => {
  const tell = (error?: unknown) =>
    process.send?.({ id: message.id, error: error && String((error as Error).stack) } as FromHost);
  obey(message).then(() => tell(), tell);
});
process.on("disconnect", () => process.exit());
