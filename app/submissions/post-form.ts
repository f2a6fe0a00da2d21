import { failureOfStatus, isFailureCode } from "../platform/failure.ts";
import type { Failed } from "../platform/failure.ts";

/** Milliseconds; the server gives up on the store well before. */
const TIMEOUT = 20_000;

async function readOutcome<Outcome>(response: Response): Promise<Outcome | Failed> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === "object" && body !== null && "status" in body) {
    if (body.status !== "failed" || ("code" in body && isFailureCode(body.code))) return body as Outcome;
  }
  // Not from the form's endpoint: a proxy, or a guard in front of the site.
  return { status: "failed", code: response.ok ? "internal" : failureOfStatus(response.status) };
}

/**
 * Posts a form by script and answers what the endpoint said. Never throws: no network and no answer in time are
 * `unavailable`, the answer of anything between here and the endpoint is judged by its status.
 */
export async function postForm<Outcome>(url: string, form: FormData): Promise<Outcome | Failed> {
  const body = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") body.append(name, value);
  try {
    const response = await fetch(url, { method: "POST", body, signal: AbortSignal.timeout(TIMEOUT) });
    return await readOutcome<Outcome>(response);
  } catch {
    return { status: "failed", code: "unavailable" };
  }
}

/** A new id for a submission; empty where the browser cannot make one (plain http), and then the server does. */
export function mintSubmissionId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : "";
}
