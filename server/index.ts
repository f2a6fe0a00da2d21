import { parseEnv } from "../app/platform/env.server.ts";
import { explainListenError } from "./explain.ts";

// With workers this process only looks after the others (docs/decisions/0012); without, it is the site.

async function start(): Promise<void> {
  const env = parseEnv(process.env);
  // Each is loaded only where it is needed: who looks after others needs little memory.
  if (env.webWorkers > 0) await (await import("./front/primary.ts")).startPrimary(env);
  else await (await import("./site-process.ts")).startSite(null);
}

await start().catch((error: unknown) => {
  console.error(explainListenError(error));
  process.exit(1);
});
