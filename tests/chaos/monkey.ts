import { setTimeout as sleep } from "node:timers/promises";
import type { Fault as StoreFault } from "stand-ins/fault-proxy";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";

const FAULTS: StoreFault[] = [
  { kind: "status", status: 503 },
  { kind: "status", status: 429 },
  { kind: "status", status: 500 },
  { kind: "lose-answer" },
  { kind: "hang" },
  { kind: "hang-after" },
  { kind: "drop" },
  // A proxy's error page instead of a response.
  { kind: "status", status: 200, body: "<html>" },
];

const STRIPE_FAULTS = ["status", "drop-before", "drop-after"] as const;

/** Requests to Stripe from the site, not from the browser. */
const SITE_TO_STRIPE = /\/v1\/(customers|products|subscriptions|payment_intents|payment_intents\/[^/]+)$/;

async function breakStore({ proxy }: Scene, random: Random): Promise<void> {
  void proxy.fail({ path: random.chance(0.5) ? /\/data\/mutate\// : /\/data\//, fault: random.pick(FAULTS) });
  await sleep(200 + random.below(2_500));
  proxy.clear();
}

async function breakMail({ mail }: Scene, random: Random): Promise<void> {
  await mail.leave();
  await sleep(200 + random.below(1_000));
  await mail.comeBack();
}

function breakStripe({ stripe }: Scene, random: Random): void {
  const kind = random.pick(STRIPE_FAULTS);
  void stripe.fail({ method: random.pick(["POST", "GET"]), path: SITE_TO_STRIPE, kind });
}

/** What went wrong on purpose. */
export type Fault =
  | "site killed"
  | "lake killed"
  | "store failing"
  | "Stripe failing"
  | "mail server away"
  | "Redis restarted"
  | "S3 failing or slow";

/** S3 answers 503, or slowly, for a while. */
async function breakFiles({ s3 }: NonNullable<Scene["shared"]>, random: Random): Promise<void> {
  const isSlow = random.chance(0.5);
  void s3.proxy.fail({
    path: /./,
    fault: isSlow ? { kind: "delay", ms: 1_500 } : { kind: "status", status: 503 },
  });
  await sleep(200 + random.below(2_500));
  s3.proxy.clear();
}

/** What several processes share. */
async function breakShared(shared: NonNullable<Scene["shared"]>, random: Random): Promise<Fault> {
  if (random.chance(0.5)) {
    await breakFiles(shared, random);
    return "S3 failing or slow";
  }
  await shared.upstash.restart(random.below(1_500));
  return "Redis restarted";
}

/** Injects one fault. Killed processes are restarted without waiting until they are ready. */
export async function mischief(scene: Scene, random: Random): Promise<Fault> {
  const { shared, sites } = scene;
  if (shared && random.chance(0.25)) return breakShared(shared, random);
  const dice = random.next();
  if (dice < 0.35) {
    await random.pick(sites).kill(random);
    return "site killed";
  }
  if (dice < 0.6) {
    await scene.lake.kill(random);
    return "lake killed";
  }
  if (dice < 0.85) {
    await breakStore(scene, random);
    return "store failing";
  }
  if (dice < 0.92) {
    breakStripe(scene, random);
    return "Stripe failing";
  }
  await breakMail(scene, random);
  return "mail server away";
}
