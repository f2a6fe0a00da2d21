import { parseArgs } from "node:util";

interface Command<Flag extends string> {
  usage: string;
  flags?: readonly Flag[];
  /** Stands before the message of an error: `Backup failed`. */
  failure?: string;
  /** Returns "usage" for arguments that it does not take. */
  run(args: string[], flags: Readonly<Record<Flag, boolean>>): Promise<void | "usage">;
}

/** Runs a command with the arguments of this process. Prints its usage for --help, and with exit code 1 for wrong ones. */
export async function runCommand<Flag extends string = never>(command: Command<Flag>): Promise<void> {
  const { usage, flags = [], failure, run } = command;
  // Only the owner may read the files that a command writes.
  process.umask(0o077);
  const flag = { type: "boolean", default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: Object.fromEntries([...flags, "help"].map((name) => [name, flag])),
    });
    if (!values["help"] && (await run(positionals, values as Record<Flag, boolean>)) !== "usage") return;
    console.log(usage);
    process.exitCode = values["help"] ? 0 : 1;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(failure ? `${failure}: ${message}` : message);
    process.exitCode = 1;
  }
}
