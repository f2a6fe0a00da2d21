import type { Logger } from "pino";
import type { ContentClients } from "../content/client.server.ts";
import type { FileStorage } from "../files/file-storage.server.ts";
import type { Clock } from "../platform/clock.ts";
import { isPublicUrl, type Env } from "../platform/env.server.ts";
import type { SubmissionQueue } from "../submissions/queue/submission-queue.server.ts";
import { createBulkStatusAction } from "./bulk-status.server.ts";
import { createStatusAction } from "./change-status.server.ts";
import { createDeletion } from "./deletion.server.ts";
import { createDetails } from "./details.server.ts";
import { createFigures } from "./figures.server.ts";
import { createLive } from "./live.server.ts";
import { createNeeds } from "./needs.server.ts";
import { createOutbox } from "./outbox.server.ts";
import { createTables } from "./tables.server.ts";

interface AdminDeps extends Omit<Parameters<typeof createOutbox>[0], "report" | "secret" | "queue"> {
  env: Pick<Env, "stripe" | "publicUrl">;
  log: Logger;
  secret: string;
  clients: Pick<ContentClients, "adminClient" | "readClient" | "writeClient">;
  storage: () => Promise<FileStorage>;
  queue: SubmissionQueue;
  clock: Clock;
}

/** Returns the address above the payments of an account at Stripe; null without one, and in the demo. */
function dashboardOf(stripe: Env["stripe"]): string | null {
  if (!stripe.on || stripe.apiBase) return null;
  const isTest = stripe.secretKey.startsWith("sk_test_") || stripe.secretKey.startsWith("rk_test_");
  return `https://dashboard.stripe.com/${isTest ? "test/" : ""}payments`;
}

export function createAdmin({ env, log, secret, clients, storage, queue, clock, ...outbox }: AdminDeps) {
  const { adminClient } = clients;
  const report = (what: string) => (error: unknown) => log.error({ err: error, what }, "admin: not loaded");
  const failed = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const outboxOf = createOutbox({ ...outbox, queue, secret, report: failed("admin: queue not readable") });
  return {
    /** The only content store listener of this process. */
    live: createLive(adminClient, report("live")),
    tables: createTables({ adminClient, secret, publicUrl: env.publicUrl, clock, report }),
    details: createDetails({
      adminClient,
      secret,
      publicUrl: env.publicUrl,
      stripeDashboard: dashboardOf(env.stripe),
      clock,
      report: failed("admin: submission not loaded"),
    }),
    figures: createFigures({ adminClient, clock, report: failed("admin: figures not loaded") }),
    outbox: outboxOf,
    needs: createNeeds({
      adminClient,
      isPublic: isPublicUrl(env.publicUrl),
      countUnsent: outboxOf.countUnsent,
      clock,
      report: failed("admin: needs not counted"),
    }),
    changeStatus: createStatusAction({ store: clients, log }),
    deletion: createDeletion({ store: clients, storage, queue, secret, log }),
    changeStatusOfMany: createBulkStatusAction({ store: clients, secret, log }),
  };
}
