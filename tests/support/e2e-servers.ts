import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ADMIN_EMAILS } from "./admins.ts";
import { googleClient, startGoogleDouble } from "stand-ins/google";
import { startStripeDouble } from "stand-ins/stripe";
import { startFaultProxy, type Fault } from "stand-ins/fault-proxy";
import { ports } from "./ports.ts";
import { copyFilledLake } from "./filled-lake.ts";
import { start, waitFor } from "./process.ts";
import { startSiteProcess, type RunningSite } from "./site.ts";
import { isCluster, startTopologySite, type TopologySite } from "./topology.ts";

// The sites of the browser tests: one with the default configuration, one whose content lake is behind a fault proxy, and one with
// cards and Google accounts. Playwright starts and stops them.

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A site of one process whose content lake is another one, behind a fault proxy. */
async function startFaultySite(): Promise<TopologySite> {
  const directory = mkdtempSync(join(tmpdir(), "lake-"));
  await copyFilledLake(directory);
  const lakeOrigin = `http://127.0.0.1:${ports.lake}`;
  const lake = start(
    [
      join(root, "node_modules/.bin/lakelet"),
      "--data",
      directory,
      "--port",
      String(ports.lake),
      "--public-read",
    ],
    {},
  );
  await waitFor(`${lakeOrigin}/v1/ping`, lake);
  const tokens = JSON.parse(readFileSync(join(directory, "tokens.json"), "utf8")) as {
    read: string;
    write: string;
  };
  const proxy = await startFaultProxy(lakeOrigin);
  const site: RunningSite = await startSiteProcess({
    port: ports.faultySite,
    env: {
      SANITY_API_HOST: proxy.origin,
      SANITY_API_READ_TOKEN: tokens.read,
      SANITY_API_WRITE_TOKEN: tokens.write,
      ADMIN_EMAILS,
    },
  });
  return {
    ...site,
    proxy,
    async stop() {
      await site.stop();
      await proxy.close();
      await lake.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const google = await startGoogleDouble({ port: ports.google });
const stripe = await startStripeDouble({ port: ports.stripe });
const webhookSecret = "whsec_browser_tests";
// The third uses the doubles of Stripe, which sends it signed webhooks, and Google.
const [site, faulty, cards] = await Promise.all([
  startTopologySite({
    port: ports.site,
    processPort: ports.siteProcesses,
    // A test that meets a limit per caller says who it is.
    env: { ADMIN_EMAILS, TRUST_PROXY: "true" },
  }),
  isCluster
    ? startTopologySite({
        port: ports.faultySite,
        processPort: ports.faultySiteProcesses,
        env: { ADMIN_EMAILS },
      })
    : startFaultySite(),
  startTopologySite({
    port: ports.cardSite,
    processPort: ports.cardSiteProcesses,
    env: {
      ADMIN_EMAILS,
      TRUST_PROXY: "true",
      STRIPE_SECRET_KEY: "sk_test_browser",
      STRIPE_PUBLISHABLE_KEY: "pk_test_browser",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe.origin,
      GOOGLE_CLIENT_ID: googleClient.clientId,
      GOOGLE_CLIENT_SECRET: googleClient.clientSecret,
      GOOGLE_API_BASE: google.origin,
      GA_MEASUREMENT_ID: "G-BROWSER1",
    },
  }),
]);
stripe.webhook({ url: `${cards.origin}/webhooks/stripe`, secret: webhookSecret });

interface Rule {
  method?: string;
  /** Source of a regular expression for the path. */
  path: string;
  fault: Fault;
  times?: number;
}

/** `POST /faults` with a rule activates a fault, `DELETE /faults` removes all; `GET /` responds when everything runs. */
const control = createServer(async (request, response) => {
  if (request.method === "DELETE") faulty.proxy?.clear();
  if (request.method === "POST") {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { path, ...rule } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Rule;
    void faulty.proxy?.fail({ ...rule, path: new RegExp(path) });
  }
  const facts = ({ dataDir, env }: TopologySite) => ({ dataDir, env });
  response.end(JSON.stringify({ site: facts(site), cards: facts(cards), faulty: facts(faulty) }));
});
control.listen(ports.control, "127.0.0.1");

async function stop(): Promise<void> {
  control.close();
  await Promise.all([site.stop(), faulty.stop(), cards.stop()]);
  await stripe.close();
  await google.close();
  process.exit(0);
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
