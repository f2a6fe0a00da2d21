import { randomBytes } from "node:crypto";
import { hashPassword, saveAccount } from "../app/commands.server.ts";
import { lakeClient } from "../tests/support/site.ts";
import { startCluster } from "./cluster/cluster.ts";
import { startMailServer } from "stand-ins/mail";
import { startStripeDouble } from "stand-ins/stripe";

// Many machines on one, to look at and to try things on (docs/operations.md, "Many machines"). Everything is temporary.

/** Until everything is started, leaving is enough: it ends the processes that there are. */
let stop: () => Promise<void> | void = () => process.exit(0);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void stop());

const WEBHOOK_SECRET = "whsec_cluster";
const admin = { email: "admin@example.com", password: randomBytes(12).toString("base64url") };
const port = Number(process.env.PORT || "3000");
const [stripe, mail] = await Promise.all([startStripeDouble(), startMailServer()]);
const cluster = await startCluster({
  port,
  entry: "server/index.ts",
  env: {
    ADMIN_EMAILS: admin.email,
    STRIPE_SECRET_KEY: "sk_test_cluster",
    STRIPE_PUBLISHABLE_KEY: "pk_test_cluster",
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.origin,
    SMTP_URL: mail.url,
    MAIL_FROM: "hello@harborlight.example",
  },
});
stripe.webhook({ url: `${cluster.origin}/webhooks/stripe`, secret: WEBHOOK_SECRET });
const client = lakeClient(cluster.lake, cluster.tokens.write);
const passwordHash = await hashPassword(admin.password);
const { email } = admin;
await saveAccount({ readClient: client, writeClient: client }, { email, passwordHash, now: new Date() });

const processes = cluster.sites.map((site) => `${site.origin} (process ${site.program.pid})`);
console.log(`
  Site      ${cluster.origin}, by Caddy
  Sign in   ${admin.email}, password ${admin.password}
  Processes ${processes.join("\n            ")}
  Lake      ${cluster.lake.origin} (process ${cluster.lake.program.pid})
  Redis     behind ${cluster.upstash.url}, as Upstash
  Stripe    ${stripe.origin}, a stand-in: 4242 4242 4242 4242 is paid
  Mail      ${mail.url}; what it got is counted when it stops

  Kill any process: it is started again, and nothing that was acknowledged is lost. Ctrl-C stops everything.
`);

let isStopping = false;
stop = async () => {
  if (isStopping) return;
  isStopping = true;
  await cluster.close();
  await Promise.all([stripe.close(), mail.close()]);
  console.log(`  ${mail.received.length} emails were sent.`);
  process.exit(0);
};
