import type { DetailedError, Upload } from "tus-js-client";
import { FIRST_CHUNK, RETRY_FOR_MS, nextChunk } from "./upload-rules.ts";

/** A request that transfers no byte for this long, in ms, is aborted and retried. */
const REQUEST_STALL_MS = 45_000;

/** Statuses that say how much of an upload the server has, or that it has none. A starting server responds with 503. */
const TELLS_OF_UPLOAD = new Set([200, 204, 404, 410]);

export interface FileToSend {
  /** The bytes. Name and checksum are sent in the metadata. */
  source: Blob | Buffer;
  size: number;
  name: string;
  /** Minted by the browser for this file and its draft. */
  id: string;
  draft: string;
  /** Hexadecimal; the server compares it at the end. */
  sha256?: string | undefined;
  /** Absolute URL of the tus endpoint. */
  endpoint: string;
  /** The server may have a part of the file, so it is asked first. */
  resume?: boolean;
}

export interface SendingEvents {
  /** Called with the bytes of the file that are sent or on their way. */
  onProgress: (sent: number) => void;
  /** Called when the connection is lost and the upload waits for it, and when bytes arrive again. */
  onWaiting?: (isWaiting: boolean) => void;
  onDone: () => void;
  onFailed: (failure: UploadFailure) => void;
}

export type RunningUpload = ReturnType<typeof sendFile>;

/**
 * Sends one file by tus: in one request up to and including 262,144 bytes, in growing chunks above. Retries lost
 * connections, restarts of the server and retryable statuses until 600,000 ms after the last byte that arrived, and
 * continues from what the server has. `Upload` is the class of tus-js-client, passed in because it is loaded late.
 */
export function sendFile(tus: { Upload: typeof Upload }, file: FileToSend, events: SendingEvents) {
  let lastArrival = Date.now();
  let stall: ReturnType<typeof setTimeout> | undefined;
  const timeLeft = () => Date.now() - lastArrival < RETRY_FOR_MS;
  const url = `${file.endpoint}/${file.id}`;

  const upload = new tus.Upload(file.source as Blob, {
    endpoint: file.endpoint,
    ...(file.resume ? { uploadUrl: url } : {}),
    metadata: {
      key: file.id,
      draft: file.draft,
      filename: file.name,
      ...(file.sha256 ? { sha256: file.sha256 } : {}),
    },
    uploadSize: file.size,
    chunkSize: FIRST_CHUNK,
    uploadDataDuringCreation: file.size <= FIRST_CHUNK,
    storeFingerprintForResuming: false,
    retryDelays: retryPauses(),
    onProgress(sent) {
      watch();
      events.onProgress(sent);
    },
    onChunkComplete(_chunk, accepted) {
      lastArrival = Date.now();
      events.onWaiting?.(false);
      upload.options.chunkSize = nextChunk(upload.options.chunkSize ?? FIRST_CHUNK);
      events.onProgress(accepted);
    },
    onAfterResponse(request, response) {
      // tus-js-client takes every other status to mean that there is no such upload, and would create it again.
      if (request.getMethod() === "HEAD" && !TELLS_OF_UPLOAD.has(response.getStatus()))
        throw new Error("The server did not say what it has of the upload.");
    },
    onShouldRetry(error) {
      const [status, method] = [statusOf(error), error.originalRequest.getMethod()];
      // After a failure, start again with small chunks. An upload whose creation got no response is looked up.
      upload.options.chunkSize = FIRST_CHUNK;
      upload.options.uploadUrl = url;
      clearTimeout(stall);
      const isRetried = isWorthRetrying(status, method) && timeLeft();
      if (isRetried) events.onWaiting?.(true);
      return isRetried;
    },
    onSuccess() {
      clearTimeout(stall);
      events.onDone();
    },
    onError(error) {
      clearTimeout(stall);
      events.onFailed(failureOf(error));
    },
  });

  function again() {
    void upload.abort();
    upload.start();
  }

  function watch() {
    clearTimeout(stall);
    stall = setTimeout(() => (timeLeft() ? startOver() : giveUp()), REQUEST_STALL_MS);
  }

  function startOver() {
    events.onWaiting?.(true);
    again();
  }

  function giveUp() {
    void upload.abort();
    events.onFailed(uploadFailure(0, ""));
  }

  upload.start();
  return {
    /** Retries at once, for example when the network is back. */
    nudge: again,
    /** Stops the upload; no callback is called any more. */
    stop(): void {
      clearTimeout(stall);
      void upload.abort();
    },
  };
}

function statusOf(error: Error | DetailedError): number {
  return "originalResponse" in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
}

function failureOf(error: Error | DetailedError): UploadFailure {
  if (!("originalRequest" in error))
    return { code: "storage/cannot-slice-blob", message: "This file could not be read." };
  return uploadFailure(statusOf(error), error.originalResponse?.getBody() ?? "");
}

/** Why an upload failed: a code of docs/specification.md, section 8, and a message for the visitor. */
export interface UploadFailure {
  code: string;
  message: string;
}

const GIVEN_UP: UploadFailure = {
  code: "storage/retry-limit-exceeded",
  message: "The connection was lost. Please try again.",
};

/** Returns the failure in the server's response `{ code, message }`, or a general one for any other response. */
export function uploadFailure(status: number, body: string): UploadFailure {
  if (status === 0) return GIVEN_UP;
  try {
    const { code, message } = JSON.parse(body) as Partial<UploadFailure>;
    if (typeof code === "string" && typeof message === "string") return { code, message };
  } catch {
    // Not from our endpoint.
  }
  if (status >= 500 || status === 408 || status === 429) return GIVEN_UP;
  return { code: "storage/unknown", message: "This file could not be uploaded." };
}

/** Pauses in ms. They stop growing at half a minute, so that a restored connection is used soon. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 16_000];
const LONGEST_PAUSE = 30_000;

/** Returns pauses in ms that add up to `RETRY_FOR_MS`. Up to a quarter of each is random. */
export function retryPauses(random: () => number = Math.random): number[] {
  const pauses: number[] = [];
  for (let waited = 0; waited < RETRY_FOR_MS; waited += pauses.at(-1) ?? 0) {
    const base = PAUSES[pauses.length] ?? LONGEST_PAUSE;
    pauses.push(Math.round(base * (1 + random() / 4)));
  }
  return pauses;
}

/**
 * Returns whether a failed request is worth another attempt: no response (status 0), 5xx, 408, 429 (docs/specification.md,
 * section 9), and the tus protocol's statuses for an upload that another request holds or has continued.
 */
export function isWorthRetrying(status: number, method: string): boolean {
  if (status === 0 || status >= 500 || status === 408 || status === 429 || status === 423) return true;
  return status === 409 && method === "PATCH";
}
