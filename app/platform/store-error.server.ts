import { isHttpError } from "@sanity/client";
import { AppError, isAppError } from "./errors.ts";
import { failureOfStatus } from "./failure.ts";

/** Codes of sockets (ECONNREFUSED, ETIMEDOUT, EAI_AGAIN...) and of undici, but not Node's ERR_ codes for programming errors. */
const TRANSPORT_CODE = /^(E(?!RR_)|UND_ERR_)/;

/** True when no complete response arrived: refused, reset, timed out, name not found. */
function isTransportError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "TimeoutError" || error.name === "AbortError") return true;
  if ("code" in error && typeof error.code === "string") return TRANSPORT_CODE.test(error.code);
  return isTransportError(error.cause);
}

/**
 * Converts an error of a call to the content store to an AppError: `permission-denied`, `unavailable` or `internal`, with the
 * original as its cause.
 */
export function storeError(cause: unknown): AppError {
  if (isAppError(cause)) return cause;
  const detail = cause instanceof Error ? cause.message : String(cause);
  if (isHttpError(cause)) {
    return new AppError(failureOfStatus(cause.statusCode), `The content store refused: ${detail}`, { cause });
  }
  if (isTransportError(cause)) {
    return new AppError("unavailable", `The content store did not answer: ${detail}`, { cause });
  }
  if (cause instanceof SyntaxError) {
    return new AppError("unavailable", `The content store's answer is not whole: ${detail}`, { cause });
  }
  return new AppError("internal", `The content store failed: ${detail}`, { cause });
}
