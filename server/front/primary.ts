import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Env } from "../../app/platform/env.server.ts";
import { createLog } from "../../app/platform/log.server.ts";
import { onStopSignal } from "../stop.ts";
import { CoreProcess } from "./core-process.ts";
import { Crew } from "./crew.ts";
import { Door } from "./door.ts";
import type { CoreState, FromCore } from "./messages.ts";
import { WorkerProcesses } from "./worker-processes.ts";

/** A stop takes no longer than this, in milliseconds; what is left then is ended. */
const LONGEST_STOP = 29_000;

/**
 * Starts the core and the workers, passes on what they tell each other, starts again who ended. SIGINT and SIGTERM stop all of
 * them in order, SIGUSR2 replaces all of them one after another.
 * @throws what `listen` says when the port cannot be had
 */
export async function startPrimary(env: Env): Promise<void> {
  const door = new Door();
  const port = String(await door.open(env.port, env.host));
  mkdirSync(env.dataDir, { recursive: true });
  const log = createLog(env.logLevel);
  // Only this user may enter it, and with it reach the core past the workers. Short, as addresses of sockets have to be.
  const directory = mkdtempSync(join(tmpdir(), "site-"));
  const childEnv = {
    ...process.env,
    PORT: port,
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  };
  let state: CoreState = "away";
  let stopping = false;

  const crew = new Crew({
    stateNow: () => ({ kind: "core", state }),
    joined: () => core.tell({ kind: "joined" }),
    counted: (counters, workers) => core.tell({ kind: "counted", counters, workers }),
  });
  const setState = (now: CoreState): Promise<void> => {
    state = now;
    return crew.notify({ kind: "core", state });
  };
  const heard = async (message: FromCore): Promise<void> => {
    if (message.kind === "ready") void setState("up");
    if (message.kind === "kept") crew.tell(message);
    if (message.kind !== "purge") return;
    await crew.notify({ kind: "purge", tags: message.tags });
    core.tell({ kind: "purged", id: message.id });
  };
  const leave = (code: number): never => {
    rmSync(directory, { recursive: true, force: true });
    process.exit(code);
  };
  const core = new CoreProcess({
    directory,
    env: childEnv,
    heard: (message) => void heard(message),
    away() {
      if (!stopping && state === "up") log.info("the core goes");
      return setState("away");
    },
    neverStarted() {
      workers.kill();
      leave(1);
    },
  });
  const workers = new WorkerProcesses({ count: env.webWorkers, directory, env: childEnv, crew, door });

  onStopSignal((signal) => {
    stopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => {
      workers.kill();
      core.kill();
      leave(1);
    }, LONGEST_STOP).unref();
    door.close();
    core.tell({ kind: "end-streams" });
    void workers
      .stop()
      .then(() => core.stop())
      .then(() => leave(0));
  });

  let replacing = Promise.resolve();
  process.on("SIGUSR2", () => {
    replacing = replacing.then(async () => {
      if (stopping) return;
      log.info("replacing every process");
      // The core first: its pages name files of the new build, which the old workers pass on to it.
      await core.replace();
      await workers.replaceAll();
      log.info("every process is replaced");
    });
  });

  core.start();
  workers.start();
}
