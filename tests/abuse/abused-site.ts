import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { startStripeStandIn } from "stand-ins/stripe";
import { rawRequest, type RawAnswer, type RawRequest } from "../support/raw-request.ts";
import { startSiteProcess, type SiteProcess } from "../support/site.ts";
import { WAIT_MS } from "../support/timeouts.ts";

const MB = 1024;
const VISITOR = { "x-forwarded-for": "198.51.100.7" };

/** What the visitor asks for beside an attack, and how long its 99th percentile may take, in ms. */
export const VISITS = {
  /** From memory. */
  home: { mostMs: 250 },
  asset: { mostMs: 250 },
  /** Rendered. */
  search: { mostMs: 1_000 },
  login: { mostMs: 1_000 },
} as const;

export type Visit = keyof typeof VISITS;
const VISIT_NAMES = Object.keys(VISITS) as Visit[];

export interface Flood {
  /** Number of responses per status; 0 for connections without a response. */
  statuses: Record<number, number>;
  /** Time of each of the visitor's requests meanwhile, in ms. */
  waits: Record<Visit, number[]>;
  /** Resident memory in MB, before and after. */
  memory: { before: number; after: number };
}

/** Sends an attack from a caller; rejects or resolves without a response when the site disconnects. */
export type Attack = (caller: string, index: number) => Promise<RawAnswer | undefined>;

/** A running site whose callers are set by X-Forwarded-For: attackers and a visitor have different IPs. */
export interface AbusedSite {
  origin: string;
  site: SiteProcess;
  /** Sends a request from `caller`. Undefined when the site disconnected without a response. Throws when it hangs. */
  send(request: RawRequest, caller?: string): Promise<RawAnswer | undefined>;
  /**
   * Runs an attack, and a visitor's request beside it. Throws when the attack hangs or is answered with a 5xx (but a 503 with
   * Retry-After), when the visitor is not served, or when the process is not the same one afterwards.
   */
  attempt(attack: RawRequest | Attack, caller?: string): Promise<RawAnswer | undefined>;
  /** Runs an attack `count` times at once from one caller, with a visitor beside it, and waits for memory to settle. */
  flood(attack: RawRequest | Attack, count?: number): Promise<Flood>;
  /** Returns the longest time of `/healthz` during one attack, in ms. */
  occupied(attack: RawRequest | Attack): Promise<number>;
  /** Resident memory of the site's process, in MB. */
  memoryMb(): number;
  /** Stops the site. Throws when its process was replaced meanwhile, or logged an error. */
  stop(): Promise<void>;
}

/** Resident memory of a process, in MB. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / MB;
}

/** Returns the 99th percentile, or the largest of few. */
export function p99(waits: readonly number[]): number {
  const sorted = waits.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? 0;
}

/** Starts a site to be attacked. `env` is added to its environment. */
export async function openAbusedSite(env: Record<string, string> = {}): Promise<AbusedSite> {
  const stripe = await startStripeStandIn();
  const site = await startSiteProcess({
    env: {
      TRUST_PROXY: "true",
      // What is logged and counted of each request costs, too.
      LOG_LEVEL: "info",
      METRICS_TOKEN: "token-of-the-abused-site",
      STRIPE_SECRET_KEY: "sk_test_abuse",
      STRIPE_PUBLISHABLE_KEY: "pk_test_abuse",
      STRIPE_WEBHOOK_SECRET: "whsec_abuse",
      STRIPE_API_BASE: stripe.origin,
      ...env,
    },
  });
  const { origin, child } = site;
  const pid = child.pid ?? 0;
  const home = await rawRequest(origin, { path: "/" });
  const paths: Record<Visit, string> = {
    home: "/",
    asset: /"(\/assets\/[^"]+\.css)"/.exec(home.text)?.[1] ?? "",
    search: "/search?q=care",
    login: "/login",
  };

  async function send(request: RawRequest, caller = "203.0.113.66") {
    const headers = { "x-forwarded-for": caller, ...request.headers };
    try {
      return await rawRequest(origin, { timeoutMs: WAIT_MS, ...request, headers });
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      if (name === "AbortError" || name === "TimeoutError")
        throw new Error(`no answer to ${request.path}`, { cause: error });
      // Rejected before it was sent completely, or a header that Node does not parse.
      if (code === "ECONNRESET" || code === "EPIPE" || code?.startsWith("HPE_")) return undefined;
      throw error;
    }
  }

  const run = (attack: RawRequest | Attack, caller: string, index: number) =>
    typeof attack === "function" ? attack(caller, index) : send(attack, caller);

  async function visit(path: string): Promise<number> {
    const started = performance.now();
    const { status } = await rawRequest(origin, { path, headers: VISITOR, timeoutMs: WAIT_MS });
    if (status !== 200) throw new Error(`The visitor of ${path} got ${status}.`);
    return performance.now() - started;
  }

  function mustLive(): void {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The site ended (${child.exitCode ?? child.signalCode}):\n${site.output()}`);
  }

  return {
    origin,
    site,
    send,
    async attempt(attack, caller = "203.0.113.66") {
      const [answer] = await Promise.all([run(attack, caller, 0), visit(paths.login)]);
      mustLive();
      const bounded = answer?.status === 503 && answer.headers["retry-after"] !== undefined;
      if (answer && answer.status >= 500 && !bounded)
        throw new Error(
          `answered ${answer.status}: ${answer.text.slice(0, 300)}\n${site.output().slice(-1_000)}`,
        );
      return answer;
    },
    async flood(attack, count = 50) {
      const before = memoryOf(pid);
      const statuses: Flood["statuses"] = {};
      const waits: Flood["waits"] = { home: [], asset: [], search: [], login: [] };
      const over = new AbortController();
      const visits = VISIT_NAMES.map(async (name) => {
        while (!over.signal.aborted || waits[name].length < 10) waits[name].push(await visit(paths[name]));
      });
      const attacks = Array.from({ length: count }, async (_, index) => {
        const status = (await run(attack, "203.0.113.66", index).catch(() => undefined))?.status ?? 0;
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
      await Promise.all(attacks);
      over.abort();
      await Promise.all(visits);
      mustLive();
      const until = performance.now() + WAIT_MS;
      while (memoryOf(pid) > before + 100 && performance.now() < until) await sleep(500);
      return { statuses, waits, memory: { before, after: memoryOf(pid) } };
    },
    async occupied(attack) {
      let longest = 0;
      const over = new AbortController();
      const watch = (async () => {
        while (!over.signal.aborted) {
          longest = Math.max(longest, await visit("/healthz"));
          await sleep(2);
        }
      })();
      await sleep(50);
      await run(attack, "203.0.113.66", 0).catch(() => undefined);
      // Work that continues for a caller who has its response or has disconnected.
      await sleep(200);
      over.abort();
      await watch;
      mustLive();
      return longest;
    },
    memoryMb: () => memoryOf(pid),
    async stop() {
      mustLive();
      await site.stop();
      await stripe.close();
      const failed = /"level":(50|60).*/.exec(site.output());
      if (failed) throw new Error(`The site logged an error: ${failed[0]}`);
    },
  };
}
