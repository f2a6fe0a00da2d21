import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveLake } from "lakelet/testing";
import { startFaultProxy } from "stand-ins/fault-proxy";
import { copyFilledLake } from "./filled-lake.ts";
import { opened } from "./opened.ts";
import { freePort } from "./ports.ts";
import { startSiteProcess } from "./site.ts";

/**
 * For the tests of a file: a site in a process that they kill and start again on the same port and data, and its lake, which runs on
 * behind a fault proxy. `settings` returns more of the site's environment once the tests run.
 */
export function killableSite(settings: () => Record<string, string>) {
  const lake = opened(async () => {
    const directory = mkdtempSync(join(tmpdir(), "lake-"));
    await copyFilledLake(directory);
    return serveLake({ directory });
  });
  const proxy = opened(() => startFaultProxy(new URL(lake.origin).origin));
  const site = opened(async () => {
    const port = await freePort();
    const env = {
      SANITY_API_HOST: `${proxy.origin}/lake`,
      SANITY_API_READ_TOKEN: lake.lake.tokens.read,
      SANITY_API_WRITE_TOKEN: lake.lake.tokens.write,
      LOG_LEVEL: "fatal",
      ...settings(),
    };
    const startProcess = () => startSiteProcess({ port, dataDir: join(lake.directory, "site"), env });
    let running = await startProcess();
    return {
      origin: running.origin,
      kill: () => running.kill(),
      start: async () => void (running = await startProcess()),
      stop: () => running.stop(),
    };
  });
  return { lake, proxy, site };
}
