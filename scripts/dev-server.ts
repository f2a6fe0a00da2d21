import { mkdirSync } from "node:fs";
import { createServer } from "vite";
import { parseEnv } from "../app/platform/env.server.ts";
import { createLog } from "../app/platform/log.server.ts";
import { adminHint } from "../server/admin-hint.ts";
import { announce } from "../server/announce.ts";
import { openEmbeddedLake, wantsEmbeddedLake } from "../server/embedded-lake.ts";
import { explainListenError } from "../server/explain.ts";
import { useFirstAdmin } from "./local/use-first-admin.ts";
import { seedIfEmpty } from "./content/seed-if-empty.ts";

// The site through Vite with hot reloading; the content lake beside it in this process. No guards, no policy, no Studio.

async function start(): Promise<void> {
  await useFirstAdmin();
  const env = parseEnv(process.env);
  mkdirSync(env.dataDir, { recursive: true });
  const lake = wantsEmbeddedLake(env) ? await openEmbeddedLake(env, createLog(env.logLevel)) : null;
  if (lake) await seedIfEmpty(lake.apiHost, lake.writeToken, { dataset: env.content.dataset });
  const vite = await createServer({
    server: {
      host: env.host,
      port: env.port,
      strictPort: true,
      // Pictures come from /lake on the site's own origin, as they do in production.
      ...(lake ? { proxy: { "/lake": new URL(lake.apiHost).origin } } : {}),
    },
  });
  await vite.listen();
  const store = { apiOrigin: lake?.apiHost ?? env.content.apiHost ?? "", readToken: lake?.readToken };
  announce(env, await adminHint(env, store));
  const stop = async () => {
    await vite.close();
    await lake?.close();
    process.exit(0);
  };
  process.once("SIGINT", () => void stop());
  process.once("SIGTERM", () => void stop());
}

await start().catch((error: unknown) => {
  console.error(explainListenError(error));
  process.exit(1);
});
