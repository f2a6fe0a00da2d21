import { createServer } from "node:http";
import type { Fault } from "stand-ins/fault-proxy";
import { googleClient, startGoogleStandIn } from "stand-ins/google";
import { startStripeStandIn } from "stand-ins/stripe";
import { ADMIN_EMAILS } from "./admins.ts";
import { startHostedSite } from "./hosted.ts";
import { ports } from "./ports.ts";
import { startSiteProcess, type SiteProcess } from "./site.ts";

// The sites of the browser tests: one with the default configuration, one whose content lake is behind a fault proxy, and one with
// cards and Google accounts. Playwright starts and stops them.

/** A site of one process whose content lake is another one, behind a fault proxy. */
async function startFaultySite() {
  const { site, proxy, stop } = await startHostedSite(
    { ADMIN_EMAILS },
    { lakePort: ports.lake, sitePort: ports.faultySite },
  );
  return { ...site, proxy, stop };
}

const google = await startGoogleStandIn({ port: ports.google });
const stripe = await startStripeStandIn({ port: ports.stripe });
const webhookSecret = "whsec_browser_tests";
// The third uses the stand-ins of Stripe, which sends it signed webhooks, and Google.
const [site, faulty, cards] = await Promise.all([
  startSiteProcess({
    port: ports.site,
    // A test that meets a limit per caller says who it is.
    env: { ADMIN_EMAILS, TRUST_PROXY: "true" },
  }),
  startFaultySite(),
  startSiteProcess({
    port: ports.cardSite,
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
  if (request.method === "DELETE") faulty.proxy.clear();
  if (request.method === "POST") {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { path, ...rule } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Rule;
    void faulty.proxy.fail({ ...rule, path: new RegExp(path) });
  }
  const facts = ({ dataDir, env }: Pick<SiteProcess, "dataDir" | "env">) => ({ dataDir, env });
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
