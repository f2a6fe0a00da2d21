import { randomUUID } from "node:crypto";
import { Redis } from "@upstash/redis";
import type { Logger } from "pino";

const STREAM = "page-cache:purges";
/** As many purges are kept for machines that were away; what they missed beyond that they know when it is too old. */
const KEPT = 500;
/** How often a machine asks what the others heard, in milliseconds: some 500,000 commands a month. */
const EVERY = 5_000;

/** A Redis that does not answer so long is away, in milliseconds; without an end to it nothing would be asked ever again. */
const PATIENCE = 3_000;

interface SharedPurgeOptions {
  redis: { url: string; token: string };
  /** Does here what another machine was told. */
  purge: (tags: readonly string[]) => void;
  log: Logger;
  /** Milliseconds. */
  every?: number;
  patience?: number;
}

interface Entry extends Record<string, unknown> {
  machine: string;
  tags: string[];
}

export interface SharedPurge {
  /** Tells the other machines. */
  tell(tags: readonly string[]): void;
  close(): void;
}

/**
 * Purges of one machine for all machines of a site: Sanity's webhook reaches only one of them. Over Redis' REST there is no
 * subscription that says when it broke, so each machine asks for what is new. While Redis is away pages grow old by themselves.
 */
export function createSharedPurge({
  redis: config,
  purge,
  log,
  every = EVERY,
  patience = PATIENCE,
}: SharedPurgeOptions): SharedPurge {
  const redis = new Redis({
    ...config,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(patience),
    retry: { retries: 1 },
  });
  const machine = randomUUID();
  let last: string | null = null;
  let reached = true;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function heard(entries: Record<string, Entry>): void {
    for (const [id, entry] of Object.entries(entries)) {
      last = id;
      if (entry.machine !== machine) purge(entry.tags);
    }
  }

  /** From the newest entry at the start on: what came before is older than this machine's pages. */
  async function ask(): Promise<void> {
    if (last === null) last = Object.keys(await redis.xrevrange(STREAM, "+", "-", 1))[0] ?? "0-0";
    else heard(await redis.xrange<Entry>(STREAM, `(${last}`, "+", KEPT));
  }

  async function round(): Promise<void> {
    try {
      await ask();
      reached = true;
    } catch (error) {
      if (reached) log.warn({ err: error }, "purges are not shared while Redis is away");
      reached = false;
    }
    if (!closed) timer = setTimeout(() => void round(), every).unref();
  }

  void round();
  return {
    tell(tags) {
      const trim = { type: "MAXLEN", threshold: KEPT, comparison: "~" } as const;
      redis
        .xadd(STREAM, "*", { machine, tags: [...tags] }, { trim })
        .catch((error: unknown) => log.warn({ err: error }, "other machines were not told of a purge"));
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
