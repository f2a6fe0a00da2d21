/**
 * The arithmetic of docs/scaling.md: from what one request costs a process to processes, machines and monthly calls of each service.
 * Pure; `bench/scaling.ts` measures the costs and prints the table.
 */

/** What one request of a kind costs. */
export interface Cost {
  /** Processor time of the site's process, in ms. */
  cpuMs: number;
  /** Requests to the content store, the site's emails and queue included. */
  store: number;
  /** Commands to Redis. */
  redis: number;
  /** Requests to S3. */
  s3: number;
}

/** `upload`: one MB of a file. */
export const KINDS = ["memory", "asset", "view", "render", "submission", "upload", "admin"] as const;
export type Kind = (typeof KINDS)[number];
export type Costs = Record<Kind, Cost>;

/** Requests of one visitor. Assumptions, not measured: change them to your own figures. */
export const HABITS: Record<Kind, number> = {
  memory: 4,
  asset: 25,
  view: 4,
  render: 0.04,
  submission: 0.01,
  upload: 0.01,
  admin: 0,
};

/** Orders by card of one visitor; each is three submissions' work here and some requests to Stripe. */
export const ORDERS = { perVisitor: 0.001, submissions: 3, stripe: 8 };

/** Requests of all admins together, a minute, day and night. */
export const ADMIN_PER_MINUTE = 1;

/** Calls of a process that nobody visits, a minute: purges and queue in Redis; page views in the store. */
export const IDLE_PER_MINUTE = { redis: 60 / 0.75 + 4, store: 3 };

export const LIMITS = {
  "Sanity, mutations a second": 25,
  "Sanity, requests a second": 500,
  "Stripe, requests a second": 100,
  "Upstash, commands a second": 10_000,
};

/** Share of a core that a process may use on average, so that peaks find room. */
const TARGET_LOAD = 0.5;
const MACHINE_CORES = 4;
/** Above this one process on one machine is no longer enough to be safe from its loss. */
const ALONE_PER_MINUTE = 100;
const MINUTES_PER_MONTH = 30 * 24 * 60;

export interface Plan {
  visitorsPerMinute: number;
  requestsPerSecond: number;
  /** Cores in use, on average. */
  cores: number;
  processes: number;
  /** Of four cores: three processes and the proxy. */
  machines: number;
  monthly: { store: number; redis: number; s3: number; stripe: number };
  /** Share of each limit in use; above 1 it has to be raised. */
  limits: Record<keyof typeof LIMITS, number>;
}

/** Returns what a number of visitors a minute needs, day and night for a month. */
export function planFor(visitorsPerMinute: number, costs: Costs): Plan {
  const orders = visitorsPerMinute * ORDERS.perVisitor;
  const perMinute = (kind: Kind): number => {
    const visitors = visitorsPerMinute * HABITS[kind];
    if (kind === "submission") return visitors + orders * ORDERS.submissions;
    return kind === "admin" ? ADMIN_PER_MINUTE : visitors;
  };
  const total = (of: (cost: Cost) => number) =>
    KINDS.reduce((sum, kind) => sum + perMinute(kind) * of(costs[kind]), 0);
  const cores = total(({ cpuMs }) => cpuMs) / 60_000;
  const isAlone = visitorsPerMinute <= ALONE_PER_MINUTE;
  const processes = isAlone ? 1 : Math.max(2, Math.ceil(cores / TARGET_LOAD));
  const machines = isAlone ? 1 : Math.max(2, Math.ceil(processes / (MACHINE_CORES - 1)));
  const store = total((cost) => cost.store) + processes * IDLE_PER_MINUTE.store;
  const redis = isAlone ? 0 : total((cost) => cost.redis) + processes * IDLE_PER_MINUTE.redis;
  const stripe = orders * ORDERS.stripe;
  // Each submission is one, and each process's page views are two a minute.
  const mutations = perMinute("submission") + processes * 2;
  const month = (calls: number) => Math.round(calls * MINUTES_PER_MONTH);
  return {
    visitorsPerMinute,
    requestsPerSecond: KINDS.reduce((sum, kind) => sum + perMinute(kind), 0) / 60,
    cores,
    processes,
    machines,
    monthly: {
      store: month(store),
      redis: month(redis),
      s3: isAlone ? 0 : month(total((cost) => cost.s3)),
      stripe: month(stripe),
    },
    limits: {
      "Sanity, mutations a second": mutations / 60 / LIMITS["Sanity, mutations a second"],
      "Sanity, requests a second": store / 60 / LIMITS["Sanity, requests a second"],
      "Stripe, requests a second": stripe / 60 / LIMITS["Stripe, requests a second"],
      "Upstash, commands a second": redis / 60 / LIMITS["Upstash, commands a second"],
    },
  };
}
