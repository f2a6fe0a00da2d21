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
