import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// Runs many `sanity` commands one after the other: `node many-commands.mjs <the command's file> <JSON array of their arguments>`.
// After each one's output comes a line with its exit code.

const [, , bin = "", lines = "[]"] = process.argv;
const { run, settings } = await import(pathToFileURL(createRequire(bin).resolve("@oclif/core")).href);
settings.enableAutoTranspile = false;
for (const args of JSON.parse(lines)) {
  let code = 0;
  try {
    await run(args, pathToFileURL(bin).href);
  } catch (error) {
    process.stdout.write([error.message, ...(error.suggestions ?? [])].join("\n"));
    code = error.oclif?.exit ?? 1;
  }
  process.stdout.write(`\n--- ended with ${code}\n`);
}
process.exit();
