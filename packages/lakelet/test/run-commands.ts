import { main } from "../bin/main.ts";

// Runs commands of lakelet one after another in one process, for `commandRunner`: starting one takes ten times as long as most.

interface Command {
  args: readonly string[];
  folder: string;
}

/** Collects what is written to a stream. Returns what it is so far. */
function collected(stream: NodeJS.WriteStream): () => string {
  let text = "";
  stream.write = (part: string | Uint8Array) => {
    text += String(part);
    return true;
  };
  return () => text;
}

async function run({ args, folder }: Command): Promise<void> {
  const [output, errors] = [collected(process.stdout), collected(process.stderr)];
  process.chdir(folder);
  const code = await main(args);
  process.send?.({ code, output: output(), errors: errors() });
}

let last = Promise.resolve();
process.on("message", (command: Command) => {
  last = last.then(() => run(command));
});
