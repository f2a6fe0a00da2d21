import { join } from "node:path";
import { projectNode } from "./install.mjs";
import { precompress } from "./precompress.mjs";
import { root } from "./root.mjs";
import { run } from "./run.mjs";
import { sanityCommand, studioEnv } from "./sanity.mjs";
import { stopWith } from "./say.mjs";
import { whenStale } from "./stale.mjs";

async function must(label, args, options) {
  const { code } = await run(label, projectNode(), args, { quiet: true, ...options });
  if (code !== 0) stopWith(`${label} failed; its last lines are above.`);
}

/** Builds the site when its sources changed, and compresses what browsers load of it. */
export function ensureSite() {
  const inputs = [
    "app",
    "public",
    "package-lock.json",
    "vite.config.ts",
    "remix.config.js",
    "tsconfig.json",
    "scripts/lib/precompress.mjs",
  ];
  return whenStale("site", { inputs, output: "build/server/index.js" }, async () => {
    await must("Building the site", [join(root, "node_modules/@remix-run/dev/dist/cli.js"), "vite:build"], {
      env: { NODE_ENV: "production" },
    });
    await precompress(join(root, "build/client"));
  });
}

/** Builds the Studio and the overlay of its preview when their sources changed, and compresses them. It calls nobody while it does. */
export function ensureStudio() {
  const env = { ...studioEnv(), NODE_ENV: "production" };
  return whenStale(
    "studio",
    {
      inputs: ["studio", "package-lock.json", "scripts/lib/precompress.mjs"],
      output: "studio/dist/overlay/overlay.js",
      extra: `${env.SANITY_STUDIO_PROJECT_ID}/${env.SANITY_STUDIO_DATASET}`,
    },
    async () => {
      await must("Building the Studio", [sanityCommand(), "build", "--yes"], {
        cwd: join(root, "studio"),
        env,
      });
      // After the Studio, which empties the directory that both are served from.
      const vite = join(root, "node_modules/vite/bin/vite.js");
      await must("Building the preview's overlay", [vite, "build", "-c", "studio/overlay/vite.config.ts"], {
        env,
      });
      // Nine megabytes for a few editors: brotli would take longer to make than it saves.
      await precompress(join(root, "studio/dist"), [".gz"]);
    },
  );
}
