import { setTimeout as sleep } from "node:timers/promises";
import { actionResult } from "../action-result.ts";
import type { Random } from "./random.ts";

/** Longer than the site may take for anything. Milliseconds. */
const PATIENCE = 30_000;

export interface Answer {
  status: number;
  ok: boolean;
  text: string;
}

/** All requests to a site, counted, whoever makes them. */
export class Line {
  readonly origin: string;
  requests = 0;
  /** How often each status was answered; `0`: no answer. */
  readonly statuses = new Map<number, number>();
  /** What should never be answered, with where: 500, or a refusal of what was right. */
  readonly unexpected: string[] = [];
  #visitors = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** An address that nobody had before, as the site gives each address only so much room. */
  newAddress(): string {
    this.#visitors += 1;
    return `10.${(this.#visitors >> 16) & 255}.${(this.#visitors >> 8) & 255}.${this.#visitors & 255}`;
  }

  /** An answer, or null when the site was killed meanwhile or is not there. */
  async ask(path: string, init: RequestInit = {}): Promise<Answer | null> {
    this.requests += 1;
    const headers = { origin: this.origin, ...(init.headers as Record<string, string> | undefined) };
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(this.origin + path, { redirect: "manual", signal, ...init, headers })
      .then(async (response) => ({ status: response.status, ok: response.ok, text: await response.text() }))
      .catch(() => null);
    const status = answer?.status ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (answer?.status === 500) this.wonder(path, answer);
    return answer;
  }

  /** Notes an answer that should not have been given. */
  wonder(path: string, { status, text }: Answer): void {
    this.unexpected.push(`${status} ${path}: ${text.slice(0, 200)}`);
  }
}

/** What a route's action returned; null when the answer is not an action's. */
export async function resultOf<Result>(answer: Answer | null): Promise<Result | null> {
  return answer && actionResult<Result>(new Response(answer.text)).catch(() => null);
}

/** The answer's JSON; null when it is none, such as a page that says that the site is busy. */
export function bodyOf<Body>(answer: Answer | null): Body | null {
  try {
    return answer && (JSON.parse(answer.text) as Body);
  } catch {
    return null;
  }
}

/** Tries until it worked, with pauses, as somebody does who presses the button again. False: gave up. */
export async function persist(random: Random, tries: number, step: () => Promise<boolean>): Promise<boolean> {
  for (let n = 0; n < tries; n++) {
    if (await step()) return true;
    await sleep(200 + random.below(300 * (n + 1)));
  }
  return false;
}
