/** How a failed submission is explained to the visitor; each form room has its own words for each (specification 8). */
export type FailureCode = "permission-denied" | "unavailable" | "internal";

/** Every form endpoint answers an object with a `status`; this one means that nothing was stored. */
export interface Failed {
  status: "failed";
  code: FailureCode;
}

/**
 * Sorts an HTTP status (decisions.md, "Messages and failure"): 401 and 403 are a refusal; 408, 429 and 5xx mean that
 * nobody is answering properly right now; anything else is a fault of ours.
 */
export function failureOfStatus(status: number): FailureCode {
  if (status === 401 || status === 403) return "permission-denied";
  if (status === 408 || status === 429 || status >= 500) return "unavailable";
  return "internal";
}

export function isFailureCode(value: unknown): value is FailureCode {
  return value === "permission-denied" || value === "unavailable" || value === "internal";
}
