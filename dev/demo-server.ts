import { startStripeDouble } from "stand-ins/stripe";
import { startupErrorMessage } from "../server/listen.ts";
import { startSite } from "../server/index.ts";
import { withFirstAdmin } from "../scripts/first-admin.ts";

// The site with the Stripe double in the same process, to try card orders without an account or money. Stripe keys of the
// environment are ignored.

const SECRET = "whsec_demo";
const port = process.env.PORT || "3000";
const stripe = await startStripeDouble();
const env = {
  ...process.env,
  PORT: port,
  // Keeps test orders out of the real data.
  DATA_DIR: process.env.DATA_DIR || ".data/demo",
  STRIPE_SECRET_KEY: "sk_test_demo",
  STRIPE_PUBLISHABLE_KEY: "pk_test_demo",
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_API_BASE: stripe.origin,
};
stripe.webhook({ url: `http://127.0.0.1:${port}/webhooks/stripe`, secret: SECRET });

console.log(`
  Test payments: Stripe is a stand-in at ${stripe.origin}, no money moves.
    4242 4242 4242 4242   is paid
    4000 0000 0000 0002   is declined
    4000 0000 0000 9995   has insufficient funds
    4000 0027 6000 3184   asks for 3-D Secure`);

await startSite(await withFirstAdmin(env)).catch((error: unknown) => {
  console.error(startupErrorMessage(error));
  process.exit(1);
});
