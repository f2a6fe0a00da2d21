import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiled } from "./process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a command of the project, such as `backup`. Resolves to its exit code and output. */
export function runScript(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const given = { PATH: process.env.PATH ?? "", ...compiled, ...env } as unknown as NodeJS.ProcessEnv;
    const script = join(root, "scripts", `${name}.ts`);
    execFile(process.execPath, [script, ...args], { env: given }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === "number" ? error.code : error ? 1 : 0,
        output: stdout + stderr,
      }),
    );
  });
}
