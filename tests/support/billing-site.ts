import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStripeStandIn, type StripeStandIn } from "stand-ins/stripe";
import { vi } from "vitest";
import { DiskJobs } from "../../app/submissions/queue/disk-jobs.server.ts";
import { ADMIN_EMAILS } from "./admins.ts";
import { copyFilledLake } from "./filled-lake.ts";
import { freePort } from "./ports.ts";
import { waitFor } from "./process.ts";
import { startSiteProcess, type SiteProcess } from "./site.ts";

const WEBHOOK_SECRET = "whsec_year";

/** A site beside the Stripe stand-in, both with a time that a test sets. */
export interface BillingSite {
  standIn: StripeStandIn;
  origin: string;
  dataDir: string;
  /** Moves the time on: Stripe first, its events, then the site's hourly jobs. Rejects when the site is killed. */
  advance(time: Date): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts the site again after `kill`. */
  restart(): Promise<void>;
  /** Ids of all emails, once they are sent: contract, kind and recipient. */
  emails(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startBillingSite(startsAt: Date): Promise<BillingSite> {
  const dataDir = mkdtempSync(join(tmpdir(), "billing-"));
  await copyFilledLake(join(dataDir, "lake"));
  const standIn = await startStripeStandIn();
  const [port, controlPort] = [await freePort(), await freePort()];
  let now = startsAt;
  const start = async () => {
    const started = await startSiteProcess({
      port,
      dataDir,
      env: {
        ADMIN_EMAILS,
        CONTROL_PORT: String(controlPort),
        START_TIME: now.toISOString(),
        STRIPE_SECRET_KEY: "sk_test_year",
        STRIPE_PUBLISHABLE_KEY: "pk_test_year",
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_BASE: standIn.origin,
      },
    });
    await waitFor(`http://127.0.0.1:${controlPort}`, started);
    return started;
  };
  standIn.advanceTo(now);
  let site: SiteProcess = await start();
  standIn.webhook({ url: `${site.origin}/webhooks/stripe`, secret: WEBHOOK_SECRET });
  return {
    standIn,
    origin: site.origin,
    dataDir,
    async advance(time) {
      now = time;
      standIn.advanceTo(now);
      await standIn.settled();
      const body = now.toISOString();
      const done = await fetch(`http://127.0.0.1:${controlPort}`, { method: "POST", body });
      await done.arrayBuffer();
    },
    kill: () => site.kill(),
    async restart() {
      site = await start();
    },
    async emails() {
      const queue = new DiskJobs(join(dataDir, "queue"));
      // An email that was being sent by a killed process waits for its lease; one over the limit of its address for the next day.
      const isDone = async () =>
        (await queue.open("mail", 100)).jobs.every(({ lastError }) =>
          lastError.startsWith("This address got"),
        );
      await vi.waitUntil(isDone, { timeout: 600_000, interval: 100 });
      const all = (await queue.about("")).filter(({ topic }) => topic === "mail");
      queue.close();
      return all.map(({ id }) => id);
    },
    async close() {
      await site.stop();
      await standIn.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
