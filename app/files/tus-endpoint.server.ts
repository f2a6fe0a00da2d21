import { AsyncLocalStorage } from "node:async_hooks";
import { ERRORS, EVENTS, Server, type Upload } from "@tus/server";
import { z } from "zod";
import { MAX_FILE_BYTES } from "../model/upload-limits.ts";
import { isUuid } from "../model/uuid.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import { AppError, isAppError } from "../platform/errors.ts";
import type { Throttle } from "../platform/rate-limit.server.ts";
import { createWorkQueue, type QueueLimits } from "../platform/work-queue.server.ts";
import type { FileStorage } from "./file-storage.server.ts";
import { createUploadLocker } from "./upload-locker.server.ts";
import { MIN_PART_BYTES, storageError } from "./upload-rules.ts";

/** Handles a request; `callerKey` is the key of the caller's share. */
export type UploadHandler = (request: Request, callerKey: string) => Promise<Response>;

export interface UploadEndpoint {
  storage: FileStorage;
  /** Path of the endpoint, without a trailing slash. */
  path: string;
  throttle?: Throttle;
  /** Limits of requests that run at the same time, whatever they ask for. */
  requests?: Partial<QueueLimits>;
  /** Called for every upload that was rejected or failed. */
  report: (error: AppError) => void;
}

/** A browser sends two files at a time; fifteen of them may stand behind one address. A request holds about 1 MB; none waits. */
const REQUESTS: QueueLimits = { running: 300, waiting: 0, perCaller: 30 };

const busy = (isShare: boolean) =>
  storageError(isShare ? "storage/too-many-uploads" : "storage/busy", "Too many running requests.");

/** How long a lost request that still holds an upload may take to end when the browser resumes it, in ms. */
const LOCK_DRAIN_MS = 250;

/** Returns the site's error for an error of the tus server, whose own errors are plain objects with a status. */
function asAppError(error: Error | { status_code: number; body: string }): AppError {
  if (isAppError(error)) return error;
  if ("status_code" in error) {
    // 408 instead of 400: its caller goes on from what arrived.
    if (error === ERRORS.ABORTED) return storageError("storage/canceled", "The body ended early.");
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
/** Seconds after which the request that holds an upload has ended. */
const RETRY_LOCKED_AFTER = "1";

/** A request, for the hooks of @tus/server, which know nothing of its caller. */
interface Call {
  callerKey: string;
  /** The upload whose place is reserved but that is not created yet. */
  reserved: string | null;
}

/** Throws unless a PATCH brings the rest of the file or a part of decent size. Each part costs requests to a bucket. */
function requireDecentPart(request: Request, size: number): void {
  const length = request.headers.get("content-length");
  if (length === null || Number(length) >= MIN_PART_BYTES) return;
  if (Number(request.headers.get("upload-offset")) + Number(length) < size)
    throw storageError("storage/invalid-argument", `A part of ${length} bytes.`);
}

function errorBody({ code, safeMessage }: AppError): string {
  return JSON.stringify({ code, message: safeMessage });
}

/**
 * Returns the tus 1.0 endpoint of a storage as a fetch-style handler: creation (with data, so that small files take one
 * request), PATCH at the stored offset, HEAD, OPTIONS, DELETE; GET of the path itself with `?draft=` lists the uploads
 * of a draft; 405 for other methods. Bodies are streamed. Errors are
 * JSON `{ code, message }` with a message for the visitor.
 */
export function createUploadEndpoint(options: UploadEndpoint): UploadHandler {
  const { storage, throttle, report } = options;
  const { datastore } = storage;
  const calls = new AsyncLocalStorage<Call>();
  const runInShare = createWorkQueue({ ...REQUESTS, ...options.requests }, busy);

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
    locker: createUploadLocker(storage.locker),
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
      if (request.method === "PATCH") requireDecentPart(request, known.size);
      if (request.method === "HEAD" && !known.stored) await settle(id);
    },
    async onUploadCreate(_request, upload) {
      const call = calls.getStore() as Call;
      await throttle?.(call.callerKey);
      const announced = readAnnounced(upload.metadata);
      if (upload.size === undefined)
        throw storageError("storage/invalid-argument", "A size has to be given.");
      if (upload.size === 0) throw storageError("storage/file-empty", "No bytes.");
      await storage.reserve({
        id: upload.id,
        draft: announced.draft,
        name: announced.filename,
        size: upload.size,
        callerKey: call.callerKey,
      });
      call.reserved = upload.id;
      return { metadata: announced as Record<string, string> };
    },
    async onUploadFinish(_request, upload) {
      await storage.finish({ id: upload.id, ...announcedFile(upload.metadata) });
      return {};
    },
    onResponseError(_request, error) {
      const failure = asAppError(error);
      report(failure);
      return { status_code: failure.status, body: errorBody(failure) };
    },
  });
  server.on(EVENTS.POST_CREATE, () => {
    (calls.getStore() as Call).reserved = null;
  });

  async function handle(request: Request, callerKey: string): Promise<Response> {
    const call: Call = { callerKey, reserved: null };
    const response = await calls.run(call, () => server.handleWeb(request));
    if (call.reserved !== null) storage.forget(call.reserved);
    return response;
  }

  function refuse(error: unknown): Response {
    if (!isAppError(error)) throw error;
    report(error);
    return new Response(errorBody(error), { status: error.status });
  }

  /** Returns the uploads of the draft that a GET asks for. */
  async function list(url: URL): Promise<Response> {
    const uploads = await listUploads(storage, url.searchParams.get("draft"));
    return Response.json({ uploads }, { headers: { "Cache-Control": PRIVATE } });
  }

  return async (request, callerKey) => {
    const url = new URL(request.url);
    const isList = request.method === "GET" && url.pathname === options.path;
    if (!isList && !METHODS.includes(request.method)) {
      const headers = { Allow: METHODS.join(", "), "Cache-Control": "no-store" };
      return new Response("This address takes uploads and gives none out.", { status: 405, headers });
    }
    const work = () => (isList ? list(url) : handle(request, callerKey));
    const response = await runInShare({ key: callerKey, isKnown: false }, work).catch(refuse);
    const { status, headers } = response;
    if (status === 429 || status === 503) headers.set("Retry-After", RETRY_AFTER);
    if (status === 423) headers.set("Retry-After", RETRY_LOCKED_AFTER);
    return response;
  };
}

/** What the browser's tus metadata says about a file. It mints `key`, so that a retry after a lost response finds the same upload. */
const announcedSchema = z.object({
  key: z.string().min(1),
  draft: z.string().min(1),
  filename: z.string().min(1).max(500),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** Returns the tus metadata. Throws an AppError `storage/invalid-argument`. */
function readAnnounced(metadata: Upload["metadata"]) {
  const { data, error } = announcedSchema.safeParse(metadata ?? {});
  if (!data) throw storageError("storage/invalid-argument", z.prettifyError(error));
  return data;
}

function announcedFile(metadata: Upload["metadata"]) {
  const { draft, filename, sha256 } = readAnnounced(metadata);
  return { draft, name: filename, sha256 };
}

/** An entry of the list that a browser asks for when it reopens a draft. */
export interface ListedUpload {
  id: string;
  /** False while bytes are missing. */
  whole: boolean;
}

/** Returns the uploads of a draft that no submission has confirmed. The draft's id is a secret that grants access. */
async function listUploads(storage: FileStorage, draft: string | null): Promise<ListedUpload[]> {
  if (!isUuid(draft)) return [];
  return (await storage.ofDraft(draft)).map(({ id, stored }) => ({ id, whole: stored !== null }));
}
