import { AsyncLocalStorage } from "node:async_hooks";
import { Server, type Upload } from "@tus/server";
import { AppError, isAppError } from "../platform/errors.ts";
import type { Throttle } from "../platform/rate-limit.server.ts";
import type { FileStorage } from "./file-storage.server.ts";
import { MAX_FILE_BYTES, storageError } from "./upload-rules.ts";
import { isUuid } from "../platform/uuid.ts";

/** Handles a request; `callerKey` is the key of the caller's share. */
export type UploadHandler = (request: Request, callerKey: string) => Promise<Response>;

export interface UploadEndpoint {
  storage: FileStorage;
  /** Path of the endpoint, without a trailing slash. */
  path: string;
  /** Counts new uploads. */
  throttle?: Throttle;
  /** Called for every upload that was rejected or failed. */
  report: (error: AppError) => void;
}

/** How long a lost request that still holds an upload may take to end when the browser resumes it, in ms. */
const LOCK_DRAIN_MS = 250;

/** Returns the site's error for an error of the tus server, whose own errors are plain objects with a status. */
function asAppError(error: Error | { status_code: number; body: string }): AppError {
  if (isAppError(error)) return error;
  if ("status_code" in error) {
    const { status_code: status, body } = error;
    if (status === 413) return storageError("storage/file-too-large", body.trim());
    const code = status === 404 || status === 410 ? "storage/object-not-found" : "storage/unknown";
    return new AppError(code, body.trim(), { status });
  }
  if ((error as NodeJS.ErrnoException).code === "ENOSPC") {
    return storageError("storage/quota-exceeded", "The disk is full.", error);
  }
  return new AppError("storage/unknown", error.message, { status: 500, cause: error });
}

/** The methods of the endpoint; @tus/server would also serve files to GET. */
const METHODS = ["HEAD", "OPTIONS", "POST", "PATCH", "DELETE"];

/** Seconds after which stalled uploads have made room. */
const RETRY_AFTER = "60";

/**
 * Returns the tus 1.0 endpoint of a storage as a fetch-style handler: creation (with data, so that small files take one
 * request), PATCH at the stored offset, HEAD, OPTIONS, DELETE; 405 for other methods. Bodies are streamed. Errors are
 * JSON `{ code, message }` with a message for the visitor.
 */
export function createUploadEndpoint(options: UploadEndpoint): UploadHandler {
  const { storage, throttle, report } = options;
  const { datastore, locker } = storage;
  /** The key of the caller, for the hooks of @tus/server, which only get the request. */
  const callers = new AsyncLocalStorage<string>();

  /** Finishes a fully received upload whose check was cut off by a crash. */
  async function settle(id: string): Promise<void> {
    const upload = await datastore.getUpload(id).catch((error: unknown) => {
      if (isAppError(error)) throw error;
      return null;
    });
    if (upload && upload.offset === upload.size) {
      await storage.finish({ id, ...announcedFile(upload.metadata) });
    }
  }

  const server = new Server({
    path: options.path,
    datastore,
    ...(locker ? { locker } : {}),
    relativeLocation: true,
    maxSize: MAX_FILE_BYTES,
    lockDrainTimeout: LOCK_DRAIN_MS,
    // Only our own pages upload, so no CORS headers are sent.
    allowedOrigins: () => false,
    namingFunction: (_request, metadata) => readAnnounced(metadata).key,
    async onIncomingRequest(request, id) {
      if (request.method === "POST") return;
      const known = await storage.get(id);
      if (!known) throw storageError("storage/object-not-found", "No such upload.");
      const claim = known.stored?.claim;
      if (claim && (claim.confirmed || request.method !== "HEAD")) {
        throw storageError("storage/unauthorized", "The file belongs to a submission.");
      }
      if (request.method === "HEAD" && !known.stored) await settle(id);
    },
    async onUploadCreate(_request, upload) {
      const callerKey = callers.getStore() as string;
      await throttle?.(callerKey);
      const announced = readAnnounced(upload.metadata);
      if (upload.size === undefined)
        throw storageError("storage/invalid-argument", "A size has to be given.");
      if (upload.size === 0) throw storageError("storage/file-empty", "No bytes.");
      await storage.reserve({
        id: upload.id,
        draft: announced.draft,
        name: announced.filename,
        size: upload.size,
        callerKey,
      });
      return { metadata: { ...announced } };
    },
    async onUploadFinish(_request, upload) {
      await storage.finish({ id: upload.id, ...announcedFile(upload.metadata) });
      return {};
    },
    onResponseError(_request, error) {
      const failure = asAppError(error);
      report(failure);
      const body = JSON.stringify({ code: failure.code, message: failure.safeMessage });
      return { status_code: failure.status, body };
    },
  });
  return async (request, callerKey) => {
    if (!METHODS.includes(request.method)) {
      const headers = { Allow: METHODS.join(", "), "Cache-Control": "no-store" };
      return new Response("This address takes uploads and gives none out.", { status: 405, headers });
    }
    const response = await callers.run(callerKey, () => server.handleWeb(request));
    if (response.status === 429 || response.status === 503) response.headers.set("Retry-After", RETRY_AFTER);
    return response;
  };
}

function announcedFile(metadata: Parameters<typeof readAnnounced>[0]) {
  const { draft, filename, sha256 } = readAnnounced(metadata);
  return { draft, name: filename, sha256 };
}

/** What the browser's tus metadata says about a file. */
export interface Announced {
  /** Minted by the browser, so that a retry after a lost response finds the same upload. */
  key: string;
  draft: string;
  filename: string;
  sha256?: string;
}

const LONGEST_NAME = 500;

/** Returns the tus metadata. Throws an AppError `storage/invalid-argument`. */
function readAnnounced(metadata: Upload["metadata"]): Announced {
  const { key, draft, filename, sha256 } = metadata ?? {};
  if (!key || !draft || !filename || filename.length > LONGEST_NAME) {
    throw storageError("storage/invalid-argument", "The upload does not say what it is.");
  }
  if (sha256 && !/^[0-9a-f]{64}$/.test(sha256)) {
    throw storageError("storage/invalid-argument", "The checksum is none.");
  }
  return { key, draft, filename, ...(sha256 ? { sha256 } : {}) };
}

/** An entry of the list that a browser asks for when it reopens a draft. */
export interface ListedUpload {
  id: string;
  /** False while bytes are missing. */
  whole: boolean;
}

/** Returns the uploads of a draft that no submission has confirmed. The draft's id is a secret that grants access. */
export async function listUploads(storage: FileStorage, draft: string | null): Promise<ListedUpload[]> {
  if (!isUuid(draft)) return [];
  return (await storage.ofDraft(draft)).map(({ id, stored }) => ({ id, whole: stored !== null }));
}
