import { globSync } from "node:fs";
import { join } from "node:path";
import { sanityCommand, sanityEnv } from "./lib/build.mjs";
import { projectNode } from "./lib/install.mjs";
import { root, run } from "./lib/run.mjs";
import { whenStale } from "./lib/stale.mjs";

// npm run types: generates app/content/sanity.types.ts, the types of the site's queries, when the Studio's schema or a query changed.

const inputs = [
  "studio/schema-types",
  "studio/model",
  "studio/sanity.config.ts",
  "studio/sanity.cli.ts",
  "app/model",
  ...globSync("app/**/*query.ts", { cwd: root }),
  "app/content/fragments.ts",
  "package-lock.json",
];

await whenStale("sanity-types", { inputs, output: "app/content/sanity.types.ts" }, async () => {
  const options = { quiet: true, cwd: join(root, "studio"), env: sanityEnv };
  for (const command of ["schema extract --force", "typegen generate"]) {
    const args = [sanityCommand(), ...command.split(" ")];
    const { code } = await run(`sanity ${command}`, projectNode(), args, options);
    if (code !== 0) process.exit(code);
  }
});
