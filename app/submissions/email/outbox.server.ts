import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { listOutbox } from "./transports.server.ts";

/** A message that was written as a file. */
export interface OutboxEmail {
  file: string;
  to: string;
  subject: string;
  /** ISO date and time. */
  date: string;
}

const FILE = /^\d{8}T\d{9}Z-[0-9a-f]{32}\.eml$/;

/** The headers stand within it: ours are few and short. */
const HEAD = 4_096;

/** A header's value in one line; ours are plain ASCII. */
function header(head: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, "mi").exec(head.replaceAll(/\r\n[ \t]+/g, " "))?.[1]?.trim() ?? "";
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.toString("latin1", 0, bytesRead).split("\r\n\r\n", 1)[0] ?? "";
  } finally {
    await file.close();
  }
}

/** The newest mails of a folder, newest first, and how many there are. */
export async function readOutbox(
  directory: string,
  limit: number,
): Promise<{ count: number; mails: OutboxEmail[] }> {
  const files = await listOutbox(directory);
  const mails = await Promise.all(
    files.slice(0, limit).map(async (file) => {
      const head = await readHead(join(directory, file));
      const date = new Date(header(head, "Date"));
      return {
        file,
        to: header(head, "To"),
        subject: header(head, "Subject"),
        date: Number.isNaN(date.getTime()) ? "" : date.toISOString(),
      };
    }),
  );
  return { count: files.length, mails };
}

/** Returns a whole message as it was written, or null when the folder has none of that name. */
export async function readOutboxFile(directory: string, file: string): Promise<Buffer | null> {
  if (!FILE.test(file)) return null;
  return readFile(join(directory, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
