import type { StoredFile } from "../model/stored-file.ts";
import type { Bucket } from "./s3-bucket.server.ts";

// `files/<id>` holds the bytes of a complete, checked file, `records/<id>.json` its record. Empty marks make listing by draft and
// by age cheap: `open/<draft>/<id>` for an incomplete upload, `unclaimed/<draft>/<id>` for a file that no submission has confirmed.

export const fileKey = (id: string) => `files/${id}`;
const RECORDS = "records/";
const recordKey = (id: string) => `${RECORDS}${id}.json`;

type Kind = "open" | "unclaimed";
const markKey = (kind: Kind, draft: string, id: string) => `${kind}/${draft}/${id}`;

/** The records of complete files, and the marks of uploads that no submission has confirmed. */
export class S3Records {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Returns the record of a complete file, or null. */
  async get(id: string): Promise<StoredFile | null> {
    return ((await this.#bucket.readJson(recordKey(id))) as StoredFile | undefined) ?? null;
  }

  /** Writes a record. Its mark is written before and deleted after, so that the sweep sees every file. */
  async put(stored: StoredFile): Promise<void> {
    const { id, draft, claim } = stored;
    if (!claim?.confirmed) await this.mark("unclaimed", draft, id);
    await this.#bucket.putText(recordKey(id), JSON.stringify(stored));
    if (claim?.confirmed) await this.unmark("unclaimed", draft, id);
  }

  async delete(id: string): Promise<void> {
    await this.#bucket.delete([recordKey(id)]);
  }

  async ids(): Promise<string[]> {
    const records = await this.#bucket.list(RECORDS);
    return records.map(({ key }) => key.slice(RECORDS.length, -".json".length));
  }

  async mark(kind: Kind, draft: string, id: string): Promise<void> {
    await this.#bucket.putText(markKey(kind, draft, id), "");
  }

  async unmark(kind: Kind, draft: string, id: string): Promise<void> {
    await this.#bucket.delete([markKey(kind, draft, id)]);
  }

  /** Returns the marks of a kind, of all drafts or of one, and when each was written, in ms since 1970. */
  async marks(kind: Kind, ofDraft?: string) {
    const objects = await this.#bucket.list(ofDraft === undefined ? `${kind}/` : `${kind}/${ofDraft}/`);
    return objects.map(({ key, changed }) => {
      const [, draft = "", id = ""] = key.split("/");
      return { draft, id, changed };
    });
  }
}
