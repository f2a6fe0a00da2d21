import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectNode } from "./lib/install.mjs";
import { root } from "./lib/root.mjs";
import { run } from "./lib/run.mjs";
import { sanityCommand, sanityEnv } from "./lib/sanity.mjs";
import { whenStale } from "./lib/stale.mjs";

// A step of npm run check: are the generated types those of today's schema and queries?

const committed = "app/content/sanity.types.ts";
const fresh = join(root, ".cache", "sanity.types.ts");
const inputs = [
  "studio/schema-types",
  "studio/model",
  "studio/sanity.config.ts",
  "studio/sanity.cli.ts",
  "app/content/queries",
  "app/content/fragments.ts",
  "package-lock.json",
  committed,
];

await whenStale("sanity-types", { inputs, output: committed }, async () => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  for (const args of [
    ["schema", "extract", "--force"],
    ["typegen", "generate"],
  ]) {
    const options = {
      quiet: true,
      cwd: join(root, "studio"),
      env: { ...sanityEnv, SANITY_TYPES_FILE: fresh },
    };
    const { code } = await run(
      `sanity ${args.join(" ")}`,
      projectNode(),
      [sanityCommand(), ...args],
      options,
    );
    if (code !== 0) process.exit(code);
  }
  if (readFileSync(fresh, "utf8") === readFileSync(join(root, committed), "utf8")) return;
  process.stderr.write(`   ${committed} is not what schema and queries say: npm run types -w studio\n`);
  process.exit(1);
});
