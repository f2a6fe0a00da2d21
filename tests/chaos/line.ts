import { setTimeout as sleep } from "node:timers/promises";
import { actionResult } from "../support/form-posts.ts";
import type { Random } from "./random.ts";

/** Longer than any timeout of the site. */
const TIMEOUT_MS = 30_000;

export interface Answer {
  status: number;
  ok: boolean;
  text: string;
}

/** Sends and counts all requests to a site. */
export class Line {
  readonly origin: string;
  requests = 0;
  /** Number of responses per status; `0`: no response. */
  readonly statuses = new Map<number, number>();
  /** Responses that must not happen, with their path: 500, or the rejection of a valid request. */
  readonly unexpected: string[] = [];
  #visitors = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** A new IP, because the site limits each IP. */
  newAddress(): string {
    this.#visitors += 1;
    return `10.${(this.#visitors >> 16) & 255}.${(this.#visitors >> 8) & 255}.${this.#visitors & 255}`;
  }

  /** Returns the response, or null when the site was killed meanwhile or is down. */
  async ask(path: string, init: RequestInit = {}): Promise<Answer | null> {
    this.requests += 1;
    const headers = { origin: this.origin, ...(init.headers as Record<string, string> | undefined) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(this.origin + path, { redirect: "manual", signal, ...init, headers })
      .then(async (response) => ({ status: response.status, ok: response.ok, text: await response.text() }))
      .catch(() => null);
    const status = answer?.status ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (answer?.status === 500) this.wonder(path, answer);
    return answer;
  }

  /** Records a response that must not happen. */
  wonder(path: string, { status, text }: Answer): void {
    this.unexpected.push(`${status} ${path}: ${text.slice(0, 200)}`);
  }
}

/** Returns the result of a route's action; null for any other response. */
export async function resultOf<Result>(answer: Answer | null): Promise<Result | null> {
  return answer && actionResult<Result>(new Response(answer.text)).catch(() => null);
}

/** Returns the JSON of a response; null when it is something else, such as an error page. */
export function bodyOf<Body>(answer: Answer | null): Body | null {
  try {
    return answer && (JSON.parse(answer.text) as Body);
  } catch {
    return null;
  }
}

/** Retries with pauses, as a visitor who presses the button again. Returns false after the last attempt. */
export async function persist(random: Random, tries: number, step: () => Promise<boolean>): Promise<boolean> {
  for (let n = 0; n < tries; n++) {
    if (await step()) return true;
    await sleep(200 + random.below(300 * (n + 1)));
  }
  return false;
}
