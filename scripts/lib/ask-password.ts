import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { passwordProblem } from "../../app/commands.server.ts";

/** Discards readline's echo. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks for a password twice without echo, or reads two lines from a pipe. Throws an Error whose message does not contain the
 * input.
 */
export async function askPasswordTwice(account: string): Promise<string> {
  const terminal = process.stdin.isTTY;
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal, historySize: 0 });
  const typed = lines[Symbol.asyncIterator]();
  const interrupted = new Promise<never>((_resolve, reject) => {
    lines.once("SIGINT", () => reject(new Error("interrupted.")));
  });
  const ask = async (question: string): Promise<string> => {
    if (terminal) process.stdout.write(question);
    const line = await Promise.race([typed.next(), interrupted]);
    if (terminal) process.stdout.write("\n");
    return line.done ? "" : line.value;
  };
  try {
    const first = await ask(`Password for ${account}: `);
    const problem = await passwordProblem(first, account);
    if (problem) throw new Error(problem);
    if ((await ask("Repeat password: ")) !== first) throw new Error("the passwords do not match.");
    return first;
  } finally {
    lines.close();
  }
}
