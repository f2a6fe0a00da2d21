import { globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sanityCommand, sanityEnv } from "./lib/build.mjs";
import { projectNode } from "./lib/install.mjs";
import { root, run } from "./lib/run.mjs";
import { whenStale } from "./lib/stale.mjs";

// A step of npm run check: fails when the generated types are not those of today's schema and queries.

const committed = "app/content/sanity.types.ts";
const generated = join(root, ".cache", "sanity.types.ts");
const inputs = [
  "studio/schema-types",
  "studio/model",
  "studio/sanity.config.ts",
  "studio/sanity.cli.ts",
  ...globSync("app/**/*query.ts", { cwd: root }),
  "app/content/fragments.ts",
  "package-lock.json",
  committed,
];

await whenStale("sanity-types", { inputs, output: committed }, async () => {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const env = { ...sanityEnv, SANITY_TYPES_FILE: generated };
  const options = { quiet: true, cwd: join(root, "studio"), env };
  for (const command of ["schema extract --force", "typegen generate"]) {
    const args = [sanityCommand(), ...command.split(" ")];
    const { code } = await run(`sanity ${command}`, projectNode(), args, options);
    if (code !== 0) process.exit(code);
  }
  if (readFileSync(generated, "utf8") === readFileSync(join(root, committed), "utf8")) return;
  process.stderr.write(`   ${committed} is out of date. Run: npm run types -w studio\n`);
  process.exit(1);
});
