import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JobStore } from "../../app/submissions/queue/job-store.server.ts";
import { startStripeDouble, type StripeDouble } from "../../dev/doubles/stripe/server.ts";
import { ADMIN_EMAILS } from "./admins.ts";
import { copyFilledLake } from "./filled-lake.ts";
import { freePort } from "./free-port.ts";
import { startSite, type RunningSite } from "./site.ts";

const WEBHOOK_SECRET = "whsec_year";

/** A site beside the Stripe double, both with a time that a test sets. */
export interface BillingSite {
  double: StripeDouble;
  origin: string;
  dataDir: string;
  /** Moves the time on: Stripe first, its events, then the site's hourly jobs and emails. Rejects when the site is killed. */
  advance(time: Date): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts the site again after `kill`. */
  restart(): Promise<void>;
  /** Ids of all emails: contract, kind and recipient. Throws when one of them is not sent. */
  emails(): string[];
  close(): Promise<void>;
}

export async function startBillingSite(startsAt: Date): Promise<BillingSite> {
  const dataDir = mkdtempSync(join(tmpdir(), "billing-"));
  await copyFilledLake(join(dataDir, "lake"));
  const double = await startStripeDouble();
  const [port, controlPort] = [await freePort(), await freePort()];
  let now = startsAt;
  const start = () =>
    startSite({
      port,
      dataDir,
      entry: "tests/support/clock-server.ts",
      env: {
        ADMIN_EMAILS,
        CONTROL_PORT: String(controlPort),
        START_TIME: now.toISOString(),
        STRIPE_SECRET_KEY: "sk_test_year",
        STRIPE_PUBLISHABLE_KEY: "pk_test_year",
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_BASE: double.origin,
      },
    });
  double.advanceTo(now);
  let site: RunningSite = await start();
  double.webhook({ url: `${site.origin}/webhooks/stripe`, secret: WEBHOOK_SECRET });
  return {
    double,
    origin: site.origin,
    dataDir,
    async advance(time) {
      now = time;
      double.advanceTo(now);
      await double.settled();
      const body = now.toISOString();
      const done = await fetch(`http://127.0.0.1:${controlPort}`, { method: "POST", body });
      await done.arrayBuffer();
    },
    kill: () => site.kill(),
    async restart() {
      site = await start();
    },
    emails() {
      const queue = new JobStore(join(dataDir, "queue"));
      const waiting = queue.open("mail", 10).jobs;
      const all = queue.about("").filter(({ topic }) => topic === "mail");
      queue.close();
      if (waiting.length > 0) throw new Error(`Not sent: ${JSON.stringify(waiting)}`);
      return all.map(({ id }) => id);
    },
    async close() {
      await site.stop();
      await double.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
