import { newUuid } from "../../model/uuid.ts";
import { sendFile } from "../../files/send-file.ts";
import type { RunningUpload } from "../../files/send-file.ts";
import { lazyModule } from "../../ui/lazy-module.ts";
import { UPLOADS } from "./questionnaire-result.ts";
import { interruptedRow, isOf, rowsFor, type UploadChange, type UploadRow } from "./uploads-state.ts";

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
const FOR_GOOD = new Set(["storage/invalid-format", "storage/file-too-large", "storage/file-empty"]);

/** Said when the code of uploads could not be loaded. */
const NOT_SENT = "This file could not be sent. Please check your connection and try again.";

/** Deletes an upload on the server. If the request is lost, the sweep deletes it after a day. */
function forgetUpload(id: string): void {
  const headers = { "Tus-Resumable": "1.0.0" };
  void fetch(`${UPLOADS}/${id}`, { method: "DELETE", headers, keepalive: true }).catch(() => {});
}

/** Uploads the files of one draft, a few at a time, and reports the state of each. */
export class UploadQueue {
  readonly #draftId: string;
  readonly #change: (change: UploadChange) => void;
  readonly #files = new Map<string, File>();
  readonly #running = new Map<string, RunningUpload | null>();
  /** Ids of uploads that the server may have started. */
  readonly #begun = new Set<string>();
  #waiting: string[] = [];

  constructor(draftId: string, change: (change: UploadChange) => void) {
    this.#draftId = draftId;
    this.#change = change;
  }

  /** Adds chosen files; an interrupted one continues where it stopped. */
  add(files: readonly File[], shown: readonly UploadRow[]): void {
    // A file that is chosen again takes the place of its failed upload.
    const failed = shown.filter((row) => row.state === "failed" && files.some((file) => isOf(row, file)));
    for (const row of failed) this.remove(row);
    const rows = shown.filter((row) => !failed.includes(row));
    const fresh: File[] = [];
    for (const file of files) {
      const row = interruptedRow(rows, file);
      if (!row || this.#files.has(row.id)) {
        fresh.push(file);
        continue;
      }
      this.#files.set(row.id, file);
      this.#begun.add(row.id);
      this.#again(row.id);
    }
    const added = rowsFor(fresh, rows, newUuid);
    this.#change({ type: "added", rows: added });
    added.forEach(({ id, state }, index) => {
      const file = fresh[index];
      if (state !== "waiting" || !file) return;
      this.#files.set(id, file);
      this.#waiting.push(id);
    });
    this.#next();
  }

  retry(id: string): void {
    if (!this.#files.has(id)) return;
    this.#again(id);
    this.#next();
  }

  #again(id: string): void {
    this.#change({ type: "resumed", id });
    this.#waiting.push(id);
  }

  /** Cancels or removes an upload, here and on the server. */
  remove({ id, state }: UploadRow): void {
    this.#running.get(id)?.stop();
    this.#running.delete(id);
    this.#waiting = this.#waiting.filter((other) => other !== id);
    this.#files.delete(id);
    this.#change({ type: "removed", id });
    if (state === "done" || state === "interrupted" || this.#begun.has(id)) forgetUpload(id);
    this.#next();
  }

  /** Retries everything that waits for the network at once. */
  nudge(): void {
    for (const upload of this.#running.values()) upload?.nudge();
  }

  stop(): void {
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
    const file = this.#files.get(id);
    if (!file) return;
    this.#change({ type: "sending", id });
    const ended = (change: UploadChange) => {
      if (!this.#running.delete(id)) return;
      this.#change(change);
      this.#next();
    };
    const tus = await loadTus().catch(() => null);
    if (!tus) return ended({ type: "failed", id, message: NOT_SENT, again: true });
    try {
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
          onProgress: (sent) => this.#change({ type: "progress", id, sent }),
          onWaiting: (isCut) => this.#change({ type: "connection", id, isCut }),
          onDone: () => ended({ type: "done", id }),
          onFailed: ({ code, message }) => {
            if (FOR_GOOD.has(code)) this.#begun.delete(id);
            ended({ type: "failed", id, message, again: !FOR_GOOD.has(code) });
          },
        },
      );
      this.#running.set(id, upload);
    } catch {
      // The file changed on disk since it was chosen.
      ended({ type: "failed", id, message: "This file could not be read. Please choose it again." });
    }
  }
}
