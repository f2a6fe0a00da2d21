import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { LakeLog } from "../model/errors.ts";
import type { HistoryLog } from "../store/history.ts";
import type { WebhookPositions } from "../store/webhook-positions.ts";
import { createMessages, signatureOf } from "./message.ts";
import type { Message, Source } from "./message.ts";
import { checkWebhooks } from "./options.ts";
import type { WebhookOptions } from "./options.ts";

const TIMEOUT_MS = 30_000;
const MAX_RETRY_DELAY_MS = 60_000;
/** As on hosted Sanity. */
const GIVE_UP_AFTER_MS = 30 * 60_000;
/** Transactions without a message after which the position is saved. */
const SAVE_EVERY = 100;

export interface WebhookDeps {
  history: HistoryLog;
  positions: WebhookPositions;
  source: Source;
  log: LakeLog;
}

/** Identifies a webhook by what it sends where. */
const keyOf = ({ secret: _secret, retryDelayMs: _delay, ...identity }: WebhookOptions): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(identity).toSorted()))
    .digest("hex");

interface PreparedWebhook {
  key: string;
  options: WebhookOptions;
  messageOf: ReturnType<typeof createMessages>;
}

/** Checks options that may come from a file, GROQ included. @throws Error that says what is wrong */
export function prepareWebhooks(given: unknown): PreparedWebhook[] {
  const prepared = checkWebhooks(given).map((options, index) => {
    const key = keyOf(options);
    try {
      return { key, options, messageOf: createMessages(options, key) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The filter or projection of webhook ${index + 1} is not GROQ: ${reason}`, {
        cause: error,
      });
    }
  });
  return [...new Map(prepared.map((one) => [one.key, one])).values()];
}

/** True if another attempt may succeed. */
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Sends the changes of one webhook, one after another. */
class Webhook {
  readonly #options: WebhookOptions;
  readonly #deps: WebhookDeps;
  readonly #key: string;
  readonly #messageOf: PreparedWebhook["messageOf"];
  readonly #stopped = new AbortController();
  #position: string;
  #running: Promise<void> | undefined;
  #isBehind = false;

  constructor({ key, options, messageOf }: PreparedWebhook, deps: WebhookDeps, start: string) {
    this.#options = options;
    this.#deps = deps;
    this.#key = key;
    this.#messageOf = messageOf;
    this.#position = deps.positions.get(this.#key) ?? start;
    deps.positions.set(this.#key, this.#position);
  }

  /** Sends what is new. */
  wake(): void {
    this.#isBehind = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isBehind) this.wake();
    });
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isBehind) {
      this.#isBehind = false;
      if (this.#stopped.signal.aborted) return;
      try {
        await this.#sendNew();
      } catch (error) {
        if (!this.#stopped.signal.aborted) this.#log("failed", { error });
      }
    }
  }

  async #sendNew(): Promise<void> {
    const { history, positions } = this.#deps;
    let skipped = 0;
    for (;;) {
      const transaction = history.transactionAfter(this.#position);
      if (!transaction) return;
      let sent = 0;
      for (const change of history.allChanges(transaction.seq)) {
        const message = await this.#messageOf(transaction, change, this.#deps.source).catch(
          (error: unknown) => {
            this.#log("could not evaluate its filter or projection", { documentId: change.id, error });
          },
        );
        if (message) {
          await this.#deliver(message);
          sent += 1;
        }
        this.#stopped.signal.throwIfAborted();
      }
      this.#position = transaction.timestamp;
      skipped = sent > 0 ? 0 : skipped + 1;
      if (skipped % SAVE_EVERY === 0) positions.set(this.#key, this.#position);
    }
  }

  /** Retries until the receiver has it, rejects it for good, or half an hour is over. */
  async #deliver(message: Message): Promise<void> {
    const { retryDelayMs = 1000 } = this.#options;
    const until = Date.now() + GIVE_UP_AFTER_MS;
    for (let delay = retryDelayMs; ; delay = Math.min(delay * 2, MAX_RETRY_DELAY_MS)) {
      const result = await this.#send(message);
      if (result === "done") return;
      const isLast = Date.now() + delay > until;
      this.#log(isLast || result.isFinal ? "did not take a message" : "will be tried again", {
        documentId: message.headers["sanity-document-id"],
        reason: result.reason,
      });
      if (isLast || result.isFinal) return;
      await wait(delay, undefined, { signal: this.#stopped.signal });
    }
  }

  async #send({ body, headers }: Message): Promise<"done" | { reason: string; isFinal: boolean }> {
    const { url, secret } = this.#options;
    // Each attempt is signed anew, because receivers reject old signatures.
    const signature: Record<string, string> =
      secret === undefined ? {} : { "sanity-webhook-signature": signatureOf(body, secret, Date.now()) };
    try {
      const response = await fetch(url, {
        method: "POST",
        body,
        headers: { ...headers, ...signature },
        // A redirect could lead to an address that the operator has not set.
        redirect: "manual",
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      if (response.ok) return "done";
      return { reason: `status ${response.status}`, isFinal: !isTemporary(response.status) };
    } catch (error) {
      this.#stopped.signal.throwIfAborted();
      return { reason: error instanceof Error ? error.message : String(error), isFinal: false };
    }
  }

  /** The URL may contain a secret, its host does not. */
  #log(what: string, detail: Readonly<Record<string, unknown>>): void {
    this.#deps.log("warn", `The webhook to ${new URL(this.#options.url).host} ${what}`, detail);
  }
}

/**
 * Sends changes to other servers: at least once, in order, each after it is on disk. The history is the queue: what a webhook
 * has not sent when the process ends, it sends after the next start. A new webhook begins with the next transaction, and so
 * does one with changed options.
 */
export class Webhooks {
  readonly #webhooks: readonly Webhook[];

  /** @param start time of the last transaction (ISO 8601) */
  constructor(prepared: readonly PreparedWebhook[], deps: WebhookDeps, start: string) {
    deps.positions.keep(prepared.map(({ key }) => key));
    this.#webhooks = prepared.map((one) => new Webhook(one, deps, start));
    this.wake();
  }

  wake(): void {
    for (const webhook of this.#webhooks) webhook.wake();
  }

  /** Ends running requests; their messages are sent again after the next start. */
  async close(): Promise<void> {
    await Promise.all(this.#webhooks.map((webhook) => webhook.stop()));
  }
}
