/** Kinds of failure; rooms add codes with their prefix. */
export type ErrorCode =
  | "bad-request"
  | "validation-failed"
  | "permission-denied"
  | "not-found"
  | "conflict"
  | "payload-too-large"
  | "too-many-requests"
  | "unavailable"
  | "internal"
  | `storage/${string}`
  | `auth/${string}`
  | `payment/${string}`;

const STATUS: Record<string, number> = {
  "bad-request": 400,
  "validation-failed": 422,
  "permission-denied": 403,
  "not-found": 404,
  conflict: 409,
  "payload-too-large": 413,
  "too-many-requests": 429,
  unavailable: 503,
  internal: 500,
};

interface AppErrorOptions {
  /** HTTP status; by default that of the code. */
  status?: number;
  /** Text for the visitor, without internals. */
  safeMessage?: string;
  cause?: unknown;
}

/** The one error type of the site: `code` for the program, `message` for the log, `safeMessage` for the visitor. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly safeMessage: string;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = options.status ?? STATUS[code] ?? 500;
    this.safeMessage = options.safeMessage ?? "Something went wrong. Please try again later.";
  }
}

export function isAppError(value: unknown): value is AppError {
  return value instanceof AppError;
}

/** Kinds of failure that a form explains to the visitor (docs/specification.md, section 8). */
export type FailureCode = "permission-denied" | "unavailable" | "internal";

/** The result of a form of which nothing was stored. */
export interface Failed {
  status: "failed";
  code: FailureCode;
}

/**
 * Returns the kind of failure of an HTTP status (docs/decisions.md, "Messages and failure"): 401 and 403 are `permission-denied`;
 * 408, 429 and 5xx `unavailable`; anything else is our own fault, `internal`.
 */
export function failureOfStatus(status: number): FailureCode {
  if (status === 401 || status === 403) return "permission-denied";
  if (status === 408 || status === 429 || status >= 500) return "unavailable";
  return "internal";
}

export function isFailureCode(value: unknown): value is FailureCode {
  return value === "permission-denied" || value === "unavailable" || value === "internal";
}
