import { LakeDirectoryError } from "../src/model/errors.ts";
import { CommandError, UsageError, isCommand, parseOptions } from "./options.ts";
import type { Options } from "./options.ts";
import { USAGE, usageOf } from "./usage.ts";

// Each command loads only what it needs.
async function run(options: Options): Promise<number | void> {
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

/** Runs a command line. Returns the exit code; 0 also for a server, which goes on. */
export async function main(args: readonly string[]): Promise<number> {
  // No other user of the machine may read the database, tokens and files.
  process.umask(0o077);
  try {
    return (await run(parseOptions(args))) ?? 0;
  } catch (error) {
    const isExpected =
      error instanceof CommandError ||
      error instanceof LakeDirectoryError ||
      (error instanceof Error && "syscall" in error);
    console.error(isExpected ? error.message : error);
    if (!(error instanceof UsageError)) return 1;
    const command = args.find(isCommand);
    console.error(
      `\nlakelet ${command ? `${command} --help lists its` : "--help lists commands and"} options.`,
    );
    return 2;
  }
}
