import { fork } from "node:child_process";
import type { Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FromHost, ToHost } from "./host-server.ts";
import { childEnv, collectOutput, type Watched } from "./process.ts";

const program = join(fileURLToPath(new URL("../..", import.meta.url)), "tests/support/host-server.ts");

/** The process in which the sites of a test worker run (`host-server.ts`). */
export interface SiteHost extends Watched {
  /** Starts a site and resolves to its id. Rejects with the reason why it did not start. */
  start(env: Record<string, string>): Promise<number>;
  /** Stops a site. */
  stop(id: number): Promise<void>;
}

/** Modules are loaded again for each file of a worker (vitest-setup.ts), this process is not. */
const shared = globalThis as { siteHost?: SiteHost | undefined };

/** Returns the process of this worker's sites, started when needed. */
export const siteHost = (): SiteHost => (shared.siteHost ??= startHost());

function startHost(): SiteHost {
  const env = childEnv({ NODE_ENV: "production" });
  // Without the worker's own flags, which have packages loaded in their versions for development.
  const child = fork(program, { env, execArgv: [], stdio: ["ignore", "pipe", "pipe", "ipc"] });
  const output = collectOutput(child);
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  child.on("message", ({ id, error }: FromHost) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error));
    else resolve?.();
  });
  child.once("exit", (code, signal) => {
    shared.siteHost = undefined;
    for (const { reject } of waiting.values())
      reject(new Error(`The process of the sites ended (${signal ?? code}):\n${output()}`));
  });
  // It ends with the worker.
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref();
  async function ask(message: ToHost): Promise<void> {
    const answer = Promise.withResolvers<void>();
    waiting.set(message.id, answer);
    child.send(message);
    await answer.promise;
  }
  let lastId = 0;
  return {
    child,
    output,
    async start(env) {
      const id = ++lastId;
      await ask({ id, env });
      return id;
    },
    stop: (id) => ask({ id, env: null }),
  };
}
