import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { passwordProblem } from "../../app/auth/passwords.server.ts";

/** Swallows what readline would echo. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks for a password twice without showing it, or takes two lines from a pipe. Throws an Error that says what is wrong, never
 * what was typed.
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
    if ((await ask("Once more: ")) !== first) throw new Error("the two passwords differ.");
    return first;
  } finally {
    lines.close();
  }
}
