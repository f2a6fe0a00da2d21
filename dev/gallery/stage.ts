import { startStripeStandIn } from "stand-ins/stripe";
import { ADMIN_EMAILS } from "../../tests/support/admins.ts";
import {
  sampleContract,
  sampleMessage,
  sampleQuestionnaire,
  sampleSubscriber,
  storeSamples,
} from "../../tests/support/sample-submissions.ts";
import { lakeClient, lakeTokens, startSiteProcess, type RunningSite } from "../../tests/support/site.ts";

const SECRET = "whsec_gallery";

/** Starts a site with test payments and fixed submissions, in a temporary directory that `stop` deletes. */
export async function startStage(): Promise<RunningSite> {
  const stripe = await startStripeStandIn();
  const site = await startSiteProcess({
    env: {
      ADMIN_EMAILS,
      STRIPE_SECRET_KEY: "sk_test_gallery",
      STRIPE_PUBLISHABLE_KEY: "pk_test_gallery",
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_API_BASE: stripe.origin,
    },
  });
  const writer = lakeClient(site, lakeTokens(site.dataDir).write);
  await storeSamples(writer, sampleQuestionnaire, 24);
  await storeSamples(writer, sampleContract, 18);
  await storeSamples(writer, sampleMessage, 3);
  await storeSamples(writer, sampleSubscriber, 5);
  const stop = async () => {
    const code = await site.stop();
    await stripe.close();
    return code;
  };
  return { ...site, stop };
}
