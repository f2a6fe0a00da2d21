import { fileToSend } from "../../files/heic-photo.ts";
import { sendFile, type RunningUpload } from "../../files/send-file.ts";
import type { ListedUpload } from "../../files/tus-endpoint.server.ts";
import { storageMessage } from "../../files/upload-rules.ts";
import { newUuid } from "../../model/uuid.ts";
import { lazyModule } from "../../ui/lazy-module.ts";
import { asOnServer } from "./kept-uploads.ts";
import { UPLOADS } from "./questionnaire-result.ts";
import { isOf, rowsFor, type UploadRow } from "./uploads-state.ts";

/** Concurrent uploads; more would only share the same connection. */
const CONCURRENCY = 2;

/** Returns the hexadecimal SHA-256; undefined where the browser has no SubtleCrypto (plain http). */
async function checksum(file: File): Promise<string | undefined> {
  if (!crypto.subtle) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The protocol of uploads. */
const loadTus = lazyModule(() => import("tus-js-client"));

/** Failures that would happen again with the same file. */
const FOR_GOOD = new Set([
  "storage/invalid-format",
  "storage/heic",
  "storage/file-too-large",
  "storage/file-empty",
]);

/** Said when the code of uploads could not be loaded. */
const NOT_SENT = "This file could not be sent. Please check your connection and try again.";

/** Deletes an upload on the server. If the request is lost, the sweep deletes it after a day. */
function forgetUpload(id: string): void {
  const headers = { "Tus-Resumable": "1.0.0" };
  void fetch(`${UPLOADS}/${id}`, { method: "DELETE", headers, keepalive: true }).catch(() => {});
}

/** The files of one draft: uploads them, a few at a time, and shows the state of each. */
export class UploadQueue {
  readonly #draftId: string;
  readonly #reopened: readonly UploadRow[];
  readonly #show: (rows: readonly UploadRow[]) => void;
  #rows: readonly UploadRow[];
  readonly #files = new Map<string, File>();
  readonly #running = new Map<string, RunningUpload | null>();
  /** Ids of uploads that the server may have started. */
  readonly #begun = new Set<string>();
  #waiting: string[] = [];
  #isStopped = false;

  /** `show` is called with the rows after every change; `reopened` are those of a stored draft. */
  constructor(draftId: string, reopened: readonly UploadRow[], show: (rows: readonly UploadRow[]) => void) {
    this.#draftId = draftId;
    this.#reopened = reopened;
    this.#rows = reopened;
    this.#show = show;
  }

  #set(rows: readonly UploadRow[]): void {
    this.#rows = rows;
    if (!this.#isStopped) this.#show(rows);
  }

  #change(id: string, change: (row: UploadRow) => UploadRow): void {
    this.#set(this.#rows.map((row) => (row.id === id ? change(row) : row)));
  }

  /** Sets the state of an upload without the message of the state before. */
  #to(id: string, state: UploadRow["state"], more: Partial<UploadRow> = {}): void {
    this.#change(id, ({ name, size, sent }) => ({ id, name, size, sent, state, ...more }));
  }

  /** Adds chosen files; an interrupted one continues where it stopped. */
  add(files: readonly File[]): void {
    // A file that is chosen again takes the place of its failed upload.
    const again = (row: UploadRow) => row.state === "failed" && files.some((file) => isOf(row, file));
    for (const row of this.#rows.filter(again)) this.remove(row);
    const fresh = files.filter((file) => !this.#resume(file));
    const added = rowsFor(fresh, this.#rows, newUuid);
    this.#set([...this.#rows, ...added]);
    added.forEach(({ id, state }, index) => {
      const file = fresh[index];
      if (state !== "waiting" || !file) return;
      this.#files.set(id, file);
      this.#waiting.push(id);
    });
    this.#next();
  }

  /** Returns whether the file continues an upload that was interrupted. */
  #resume(file: File): boolean {
    const row = this.#rows.find((row) => row.state === "interrupted" && isOf(row, file));
    if (!row) return false;
    this.#files.set(row.id, file);
    this.#begun.add(row.id);
    this.#again(row.id);
    return true;
  }

  retry(id: string): void {
    if (!this.#files.has(id)) return;
    this.#again(id);
    this.#next();
  }

  #again(id: string): void {
    this.#to(id, "waiting");
    this.#waiting.push(id);
  }

  /** Cancels or removes an upload, here and on the server. */
  remove({ id, state }: UploadRow): void {
    this.#running.get(id)?.stop();
    this.#running.delete(id);
    this.#waiting = this.#waiting.filter((other) => other !== id);
    this.#files.delete(id);
    this.#set(this.#rows.filter((row) => row.id !== id));
    if (state === "done" || state === "interrupted" || this.#begun.has(id)) forgetUpload(id);
    this.#next();
  }

  /** Corrects the rows of a reopened draft, as far as nothing happened to them here, by what the server has. */
  compare(present: readonly ListedUpload[]): void {
    this.#set(this.#rows.map((row) => (this.#reopened.includes(row) ? asOnServer(row, present) : row)));
  }

  /** Retries everything that waits for the network at once. */
  nudge(): void {
    for (const upload of this.#running.values()) upload?.nudge();
  }

  stop(): void {
    this.#isStopped = true;
    for (const upload of this.#running.values()) upload?.stop();
    this.#running.clear();
    this.#waiting = [];
  }

  #next(): void {
    while (this.#running.size < CONCURRENCY) {
      const id = this.#waiting.shift();
      if (id === undefined) return;
      this.#running.set(id, null);
      void this.#send(id);
    }
  }

  async #send(id: string): Promise<void> {
    const chosen = this.#files.get(id);
    if (!chosen) return;
    this.#to(id, "sending");
    const ended = (state: "done" | "failed", more: Partial<UploadRow>) => {
      if (!this.#running.delete(id)) return;
      this.#to(id, state, more);
      this.#next();
    };
    const tus = await loadTus().catch(() => null);
    if (!tus) return ended("failed", { message: NOT_SENT, again: true });
    try {
      const file = await fileToSend(chosen);
      if (!file) return ended("failed", { message: storageMessage("storage/heic"), again: false });
      const sha256 = await checksum(file);
      if (!this.#running.has(id)) return;
      const endpoint = new URL(UPLOADS, location.href).href;
      const resume = this.#begun.has(id);
      this.#begun.add(id);
      const { name, size } = file;
      const upload = sendFile(
        tus,
        { source: file, size, name, id, draft: this.#draftId, sha256, endpoint, resume },
        {
          // The row shows the chosen file, by which it is found again, until another that was made of it has arrived.
          onProgress: (sent) => this.#change(id, (row) => ({ ...row, sent: (sent / size) * row.size })),
          onWaiting: (isCut) => this.#change(id, (row) => ({ ...row, isCut })),
          onDone: () => ended("done", { sent: size, name, size }),
          onFailed: ({ code, message }) => {
            if (FOR_GOOD.has(code)) this.#begun.delete(id);
            ended("failed", { message, again: !FOR_GOOD.has(code) });
          },
        },
      );
      this.#running.set(id, upload);
    } catch {
      // The file changed on disk since it was chosen.
      ended("failed", { message: "This file could not be read. Please choose it again.", again: false });
    }
  }
}
