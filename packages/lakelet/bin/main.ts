import { LakeDirectoryError } from "../src/store/database.ts";
import { CommandError, UsageError, parseOptions } from "./options.ts";
import type { Options } from "./options.ts";
import { USAGE, usageOf } from "./usage.ts";

// Each command loads only what it needs.
async function run(options: Options): Promise<void> {
  if (options.help) return console.log(options.isCommandNamed ? usageOf(options.command) : USAGE);
  switch (options.command) {
    case "serve":
      return (await import("./serve.ts")).serve(options);
    case "reset":
      return (await import("./reset.ts")).reset(options);
    case "doctor":
      return (await import("./doctor.ts")).doctor(options);
    default:
      return (await import("./content.ts")).transfer(options);
  }
}

// No other user of the machine may read the database, tokens and files.
process.umask(0o077);
try {
  await run(parseOptions(process.argv.slice(2)));
} catch (error) {
  const isExpected =
    error instanceof CommandError ||
    error instanceof LakeDirectoryError ||
    (error instanceof Error && "syscall" in error);
  console.error(isExpected ? error.message : error);
  if (error instanceof UsageError)
    console.error(
      error.command
        ? `\nlakelet ${error.command} --help lists its options.`
        : "\nlakelet --help lists commands and options.",
    );
  process.exit(error instanceof UsageError ? 2 : 1);
}
