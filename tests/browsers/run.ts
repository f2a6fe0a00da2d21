import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStripeStandIn } from "stand-ins/stripe";
import { ada, ADMIN_EMAILS, createAccount } from "../support/admins.ts";
import { freePort } from "../support/ports.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { startSiteProcess } from "../support/site.ts";
import { openFirefox, openWebKit, type Driver } from "./drivers.ts";
import { JOURNEYS, type Stage } from "./journeys.ts";

// npm run test:browsers: the main journeys in Firefox and WebKit. Arguments select one: firefox or webkit.

const SECRET = "whsec_browsers";
const ENGINES = { firefox: openFirefox, webkit: openWebKit };

/** Runs every journey in one browser. Returns the number of failures. */
async function runAll(driver: Driver, stage: Stage): Promise<number> {
  let failures = 0;
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    try {
      await journey(driver, stage);
      process.stdout.write(`   ✓ ${driver.engine}: ${name}\n`);
    } catch (error) {
      failures += 1;
      process.stdout.write(`   ✗ ${driver.engine}: ${name}\n${(error as Error).message}\n`);
    }
  }
  return failures;
}

const directory = mkdtempSync(join(tmpdir(), "browsers-"));
const file = join(directory, "brief.pdf");
writeFileSync(file, sampleFiles.pdf);
const stripe = await startStripeStandIn();
const port = await freePort();
stripe.webhook({ url: `http://127.0.0.1:${port}/webhooks/stripe`, secret: SECRET });
const site = await startSiteProcess({
  port,
  env: {
    ADMIN_EMAILS,
    STRIPE_SECRET_KEY: "sk_test_browsers",
    STRIPE_PUBLISHABLE_KEY: "pk_test_browsers",
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: stripe.origin,
  },
});
await createAccount(site, ada);
const stage: Stage = { origin: site.origin, account: ada, file };

let failures = 0;
try {
  for (const [name, openBrowser] of Object.entries(ENGINES)) {
    if (process.argv[2] && process.argv[2] !== name) continue;
    const driver = await openBrowser();
    failures += await runAll(driver, stage).finally(() => driver.close());
  }
} finally {
  await site.stop();
  await stripe.close();
  rmSync(directory, { recursive: true });
}
process.exit(failures > 0 ? 1 : 0);
