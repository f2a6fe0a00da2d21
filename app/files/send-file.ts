import type { DetailedError, Upload } from "tus-js-client";
import { FIRST_CHUNK, RETRY_FOR, nextChunk } from "./upload-rules.ts";

/** A request that moves no byte for so long is given up and begun again. Milliseconds. */
const STALLED_AFTER = 45_000;

/** Answers to the question what is there of an upload: this much, or nothing. A starting server answers 503. */
const TELLS_OF_UPLOAD = new Set([200, 204, 404, 410]);

export interface FileToSend {
  /** The bytes; their name and checksum are announced before them. */
  source: Blob | Buffer;
  size: number;
  name: string;
  /** Made by the browser, for this file and its draft. */
  id: string;
  draft: string;
  /** Hexadecimal; the server compares it at the end. */
  sha256?: string | undefined;
  /** Absolute address of the tus endpoint. */
  endpoint: string;
  /** The server may have a part of it: it is asked first. */
  resume?: boolean;
}

export interface SendingEvents {
  /** Bytes that are on their way or there, of the file's size. */
  onProgress: (sent: number) => void;
  onDone: () => void;
  onFailed: (failure: UploadFailure) => void;
}

export interface RunningUpload {
  /** Tries at once, for example when the network is back. */
  nudge(): void;
  /** Ends it; nothing is reported any more. */
  stop(): void;
}

/**
 * Sends one file by tus: in one request up to and including 262,144 bytes, in growing chunks above. Lost lines, restarts of
 * the server and retryable statuses are waited for, 600,000 ms at most after the last byte that arrived, and the upload
 * goes on at what the server has. `Upload` is tus-js-client's class, handed in because it is loaded late.
 */
export function sendFile(
  tus: { Upload: typeof Upload },
  file: FileToSend,
  events: SendingEvents,
): RunningUpload {
  let lastArrival = Date.now();
  let stall: ReturnType<typeof setTimeout> | undefined;
  const timeLeft = () => Date.now() - lastArrival < RETRY_FOR;
  const address = `${file.endpoint}/${file.id}`;

  const upload = new tus.Upload(file.source as Blob, {
    endpoint: file.endpoint,
    ...(file.resume ? { uploadUrl: address } : {}),
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
      upload.options.chunkSize = nextChunk(upload.options.chunkSize ?? FIRST_CHUNK);
      events.onProgress(accepted);
    },
    onAfterResponse(request, response) {
      // To tus-js-client every other answer means that there is no such upload, and it would make the same one again.
      if (request.getMethod() === "HEAD" && !TELLS_OF_UPLOAD.has(response.getStatus()))
        throw new Error("The server did not say what it has of the upload.");
    },
    onShouldRetry(error) {
      const [status, method] = [statusOf(error), error.originalRequest.getMethod()];
      // A line that has just failed gets small pieces again, and an upload whose making was not answered is looked for.
      upload.options.chunkSize = FIRST_CHUNK;
      upload.options.uploadUrl = address;
      clearTimeout(stall);
      return isWorthRetrying(status, method) && timeLeft();
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
    stall = setTimeout(() => (timeLeft() ? again() : giveUp()), STALLED_AFTER);
  }

  function giveUp() {
    void upload.abort();
    events.onFailed(uploadFailure(0, ""));
  }

  upload.start();
  return {
    nudge: again,
    stop() {
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
    return { code: "storage/unknown", message: "This file could not be read." };
  return uploadFailure(statusOf(error), error.originalResponse?.getBody() ?? "");
}

/** Why an upload ended without success: a code of docs/specification.md, section 8 and words for the visitor. */
export interface UploadFailure {
  code: string;
  message: string;
}

const GIVEN_UP: UploadFailure = {
  code: "storage/retry-limit-exceeded",
  message: "The connection was lost. Please try again.",
};

/** The server's answer `{ code, message }`, or a general failure when nothing readable came. */
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

/** Pauses in milliseconds; they stop growing at half a minute, so that a line that comes back is used soon. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 16_000];
const LONGEST_PAUSE = 30_000;

/** Pauses between attempts, long enough in sum for the whole time a lost line is waited for. Up to a quarter is by chance. */
export function retryPauses(random: () => number = Math.random): number[] {
  const pauses: number[] = [];
  for (let waited = 0; waited < RETRY_FOR; waited += pauses.at(-1) ?? 0) {
    const base = PAUSES[pauses.length] ?? LONGEST_PAUSE;
    pauses.push(Math.round(base * (1 + random() / 4)));
  }
  return pauses;
}

/**
 * Whether a failed request is worth another attempt: no answer at all (status 0), 5xx, 408, 429 (docs/specification.md, section 9), and
 * what the tus protocol answers to an upload that another request holds or has carried further.
 */
export function isWorthRetrying(status: number, method: string): boolean {
  if (status === 0 || status >= 500 || status === 408 || status === 429 || status === 423) return true;
  return status === 409 && method === "PATCH";
}
