import { spawn } from "node:child_process";
import { join } from "node:path";
import { sanityCommand, studioEnv } from "../scripts/lib/build.mjs";
import { root, toolEnv } from "../scripts/lib/run.mjs";
import { freePort } from "../tests/support/ports.ts";

export interface DevStudio {
  /** Origin of Sanity's development server; the Studio is below `/studio`. */
  origin: string;
  /** Resolves when it is ready. Rejects with its output when it exits instead. */
  ready: Promise<void>;
  stop(): void;
}

/** Starts `sanity dev`, the Studio with hot reloading, on a free port of loopback. */
export async function startDevStudio(): Promise<DevStudio> {
  const port = await freePort();
  const args = [sanityCommand(), "dev", "--host", "127.0.0.1", "--port", String(port)];
  const studio = spawn(process.execPath, args, {
    cwd: join(root, "studio"),
    env: toolEnv(studioEnv()),
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => studio.kill());
  let printed = "";
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += String(chunk);
      if (printed.includes("running at")) resolve();
    };
    studio.stdout.on("data", read);
    studio.stderr.on("data", read);
    studio.once("error", reject);
    studio.once("close", () => reject(new Error(`The Studio's development server ended:\n${printed}`)));
  });
  // A rejection is shown to those who open the Studio; it must not end the process.
  ready.catch(() => {});
  return { origin: `http://127.0.0.1:${port}`, ready, stop: () => void studio.kill() };
}
