import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStripeStandIn, testCardLines } from "stand-ins/stripe";
import { withFirstAdmin } from "../scripts/first-admin.ts";
import { startSite } from "../server/index.ts";
import { startupErrorMessage } from "../server/listen.ts";
import { startSiteInTime } from "./year/site-in-time.ts";
import { createYearPage } from "./year/year-page.ts";

// The site with the Stripe stand-in in the same process, to try card orders without an account or money. Stripe keys of the
// environment are ignored. With --year a page moves the time of both.

const SECRET = "whsec_demo";
const port = process.env.PORT || "3000";
const stripe = await startStripeStandIn();
const keys = {
  PORT: port,
  STRIPE_SECRET_KEY: "sk_test_demo",
  STRIPE_PUBLISHABLE_KEY: "pk_test_demo",
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_API_BASE: stripe.origin,
};
stripe.webhook({ url: `http://127.0.0.1:${port}/webhooks/stripe`, secret: SECRET });

console.log(`
  Test payments: Stripe is a stand-in at ${stripe.origin}, no money moves.
    ${testCardLines().join("\n    ")}`);

/** Starts the site with the page that moves time. Of the environment it knows nothing: no stored data, mail server or key is real. */
async function startYear(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "demo-year-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const { NODE_ENV, LOG_LEVEL } = process.env;
  const env = await withFirstAdmin({ ...keys, NODE_ENV, LOG_LEVEL, DATA_DIR: dataDir });
  const site = await startSiteInTime(new Date(), env);
  stripe.advanceTo(site.now());
  const page = createYearPage({
    site,
    async moveStripe(time) {
      stripe.advanceTo(time);
      await stripe.settled();
    },
  });
  await once(page, "listening");
  console.log(`  The year   http://127.0.0.1:${(page.address() as AddressInfo).port} moves the time on\n`);
}

async function startDemo(): Promise<void> {
  // Keeps test orders out of the real data.
  const env = { ...process.env, ...keys, DATA_DIR: process.env.DATA_DIR || ".data/demo" };
  await startSite(await withFirstAdmin(env));
}

await (process.argv.includes("--year") ? startYear() : startDemo()).catch((error: unknown) => {
  console.error(startupErrorMessage(error));
  process.exit(1);
});
