import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const jar = createRequire(import.meta.url)("vnu-jar") as string;

/** Whether this machine has Java, in which the Nu HTML checker is written. */
export const hasJava = spawnSync("java", ["-version"]).status === 0;

interface Message {
  url: string;
  message: string;
  extract?: string;
}

/**
 * Returns the errors that the Nu HTML checker finds in pages, given by name; one process checks them all. It compiles little, which
 * takes a third of the time, and needs a larger stack for it.
 */
export async function htmlErrors(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), "html-"));
  try {
    const names = [...pages.keys()];
    const files = names.map((name, index) => {
      const file = join(directory, `${index}.html`);
      writeFileSync(file, pages.get(name) ?? "");
      return file;
    });
    const options = ["-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", jar];
    const checker = ["--errors-only", "--exit-zero-always", "--format", "json", "--stdout"];
    const { stdout } = await promisify(execFile)("java", [...options, ...checker, ...files], {
      maxBuffer: 50_000_000,
    });
    const { messages } = JSON.parse(stdout) as { messages: Message[] };
    return messages.map(({ url, message, extract }) => {
      const name = names[Number(/(\d+)\.html$/.exec(url)?.[1])] ?? url;
      return `${name}: ${message} ${extract ?? ""}`;
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
