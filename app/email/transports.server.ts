import { mkdir, open, readdir, rename, rm, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import PostalMime from "postal-mime";
import { AppError } from "../platform/errors.ts";

/** Sends a message. Throws an AppError: `unavailable` when it may succeed later, `internal` when it was rejected. */
export type EmailTransport = (mail: SendMailOptions, name: string) => Promise<void>;

/** Timeouts in ms for each step of the conversation with a mail server; their sum is far below a worker's lease. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** A mail server's 5xx is final; anything else (4xx, no connection, a wrong password that can be corrected) may change. */
function sendError(cause: unknown): AppError {
  const code = cause instanceof Error && "responseCode" in cause ? Number(cause.responseCode) : 0;
  const isLogin = cause instanceof Error && "code" in cause && cause.code === "EAUTH";
  const detail = cause instanceof Error ? cause.message : String(cause);
  const refused = code >= 500 && !isLogin;
  return new AppError(refused ? "internal" : "unavailable", `Mail server: ${detail}`, { cause });
}

/** Sends through the mail server of SMTP_URL. */
export function smtpTransport(smtpUrl: string, timeouts: Partial<typeof TIMEOUTS> = {}): EmailTransport {
  const mailer = createTransport({ url: smtpUrl, ...TIMEOUTS, ...timeouts });
  return async (mail) => {
    try {
      await mailer.sendMail(mail);
    } catch (cause) {
      throw sendError(cause);
    }
  };
}

/** The oldest files of the outbox folder beyond this number are deleted. */
const MAX_OUTBOX_FILES = 500;

/** Writes each message as a file whose name sorts by time: for sites without a mail server, and for tests. */
export function outboxTransport(directory: string): EmailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (mail, name) => {
    const { message } = await writer.sendMail(mail);
    const time = new Date(mail.date ?? Date.now()).toISOString().replaceAll(/[-:.]/g, "");
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const draft = join(directory, `.${name}`);
      const file = await open(draft, "w", 0o600);
      await file.writeFile(message as Buffer);
      await file.close();
      await rename(draft, join(directory, `${time}-${name}.eml`));
      for (const old of (await listOutbox(directory)).slice(MAX_OUTBOX_FILES))
        await rm(join(directory, old), { force: true });
    } catch (cause) {
      throw new AppError("unavailable", "The outbox cannot be written.", { cause });
    }
  };
}

/** Returns the file names of the messages in an outbox folder, newest first. */
export async function listOutbox(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith(".eml"))
    .toSorted()
    .toReversed();
}

const FILE = /^\d{8}T\d{9}Z-[0-9a-f]{32}\.eml$/;

/** Bytes of a message that are read for its headers, which are few and short. */
const HEAD = 4_096;

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.toString("latin1", 0, bytesRead).split("\r\n\r\n", 1)[0] ?? "";
  } finally {
    await file.close();
  }
}

/** Returns the newest emails of a folder, newest first, and the total number. */
export async function readOutbox(directory: string, limit: number) {
  const files = await listOutbox(directory);
  const emails = await Promise.all(
    files.slice(0, limit).map(async (file) => {
      const { to, subject = "", ...head } = await PostalMime.parse(await readHead(join(directory, file)));
      const date = new Date(head.date ?? "");
      return {
        file,
        to: to?.[0]?.address ?? "",
        subject,
        /** ISO date and time. */
        date: Number.isNaN(date.getTime()) ? "" : date.toISOString(),
      };
    }),
  );
  return { count: files.length, emails };
}

export type OutboxEmail = Awaited<ReturnType<typeof readOutbox>>["emails"][number];

/** Returns a whole message, or null when the folder has no file of that name. */
export async function readOutboxFile(directory: string, file: string): Promise<Buffer | null> {
  if (!FILE.test(file)) return null;
  return readFile(join(directory, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
