import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { contractId, type StoredContract } from "../../app/contracts/contract-store.server.ts";
import { clientFor, startTestLake, type TestLake } from "../../lake/src/testing/lake-server.ts";
import { startFaultProxy, type FaultProxy } from "../../dev/doubles/fault-proxy.ts";
import { startStripeDouble, type StripeDouble } from "../../dev/doubles/stripe/server.ts";
import { copyFilledLake } from "../support/filled-lake.ts";
import { freePort } from "../support/free-port.ts";
import { mixedServices } from "../support/order-desk.ts";
import { orderVisitor, type OrderVisitor } from "../support/order-visitor.ts";
import { startSite, type RunningSite } from "../support/site.ts";

// A real site process is killed (SIGKILL) while a request of one step is held on its way, before or after the other side
// has done it, and started again. The lake and Stripe live on, as they do.

const SECRET = "whsec_killed";

let lake: TestLake;
let proxy: FaultProxy;
let double: StripeDouble;
let site: RunningSite;
let start: () => Promise<RunningSite>;

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), "lake-"));
  await copyFilledLake(directory);
  lake = await startTestLake(directory);
  proxy = await startFaultProxy(new URL(lake.origin).origin);
  double = await startStripeDouble();
  const port = await freePort();
  const env = {
    SANITY_API_HOST: `${proxy.origin}/lake`,
    SANITY_API_READ_TOKEN: lake.lake.tokens.read,
    SANITY_API_WRITE_TOKEN: lake.lake.tokens.write,
    STRIPE_SECRET_KEY: "sk_test_killed",
    STRIPE_PUBLISHABLE_KEY: "pk_test_killed",
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: double.origin,
    LOG_LEVEL: "fatal",
  };
  start = () => startSite({ port, dataDir: join(lake.directory, "site"), env });
  site = await start();
});
afterAll(async () => {
  await site?.stop();
  await double?.close();
  await proxy?.close();
  await lake?.close();
});
afterEach(() => {
  proxy.clear();
  expect(double.state.unknownRequests).toEqual([]);
});

type Moment = "before" | "after";
/** Where the process is killed: what holds one of its requests. Resolves when the request is held. */
type Hold = (moment: Moment) => Promise<void>;

const write: Hold = (moment) =>
  proxy.fail({
    method: "POST",
    path: /\/data\/mutate\//,
    fault: { kind: moment === "before" ? "hang" : "hang-after" },
    times: 1,
  });
const stripe =
  (method: string, path: RegExp): Hold =>
  (moment) =>
    double.fail({ method, path, kind: `hang-${moment}` });

async function killDuring(step: () => Promise<unknown>, held: Promise<void>): Promise<void> {
  const lost = step();
  await held;
  await site.kill();
  await lost;
  site = await start();
}

/** Everything that Stripe has to say since `first`, delivered by it again because nobody has answered. */
async function redeliver(first: number): Promise<number[]> {
  const target = { url: `${site.origin}/webhooks/stripe`, secret: SECRET };
  const statuses: number[] = [];
  for (const event of double.state.events.slice(first)) statuses.push(await double.send(event, target));
  return statuses;
}

/** What there is of an order, at the site and at Stripe. */
async function whatBecameOf(id: string, chargesBefore: number) {
  const client = clientFor(lake.origin, lake.lake.tokens.write);
  const contracts = await client.fetch<StoredContract[]>(
    `*[_type == "contract" && _id == $id]`,
    { id: contractId(id) },
    { perspective: "raw" },
  );
  const subscriptions = double.state
    .all("subscription")
    .filter(({ metadata, status }) => status === "active" && JSON.stringify(metadata).includes(id));
  return {
    contracts: contracts.map(({ status, payment, subscription }) => [
      status,
      payment.paymentStatus,
      subscription?.status ?? null,
    ]),
    charges: double.state.charges.slice(chargesBefore).map(({ amount }) => amount),
    subscriptions: subscriptions.length,
  };
}

const KINDS = [
  {
    kind: "one-time",
    services: {},
    amount: 1_200,
    subscription: null,
    prepared: [
      ["the customer", stripe("POST", /\/v1\/customers$/)],
      ["the intent", stripe("POST", /\/v1\/payment_intents$/)],
    ] as [string, Hold][],
  },
  {
    kind: "recurring",
    services: mixedServices,
    amount: 37_400,
    subscription: "active",
    prepared: [
      ["a product", stripe("POST", /\/v1\/products$/)],
      ["the subscription", stripe("POST", /\/v1\/subscriptions$/)],
    ] as [string, Hold][],
  },
];

describe.each(KINDS)("a $kind order", ({ services, amount, subscription, prepared }) => {
  let visitor: OrderVisitor;
  let charges = 0;
  let events = 0;
  const begin = () => {
    visitor = orderVisitor(site.origin, double.origin, services);
    charges = double.state.charges.length;
    events = double.state.events.length;
  };
  const once = {
    contracts: [["completed", "completed", subscription]],
    charges: [amount],
    subscriptions: subscription ? 1 : 0,
  };
  /** What became of it, and again after all of Stripe's events, late: they change nothing any more. */
  async function inTheEnd() {
    const before = await whatBecameOf(visitor.id, charges);
    if ((await redeliver(events)).some((status) => status !== 200)) throw new Error("A webhook was refused.");
    return [before, await whatBecameOf(visitor.id, charges)];
  }
  const both = (entry: [string, Hold]) =>
    (["before", "after"] as const).map((moment) => [moment, ...entry] as const);

  test.each(both(["the order", write]))("killed %s %s was stored", async (moment, _, hold) => {
    begin();
    await killDuring(visitor.order, hold(moment));
    await visitor.startOver();
    expect(await inTheEnd()).toEqual([once, once]);
  });

  test.each([...prepared, ["the note of it on the order", write] as [string, Hold]].flatMap(both))(
    "killed %s %s was made",
    async (moment, _, hold) => {
      begin();
      await visitor.order();
      await killDuring(visitor.intent, hold(moment));
      await visitor.startOver();
      expect(await inTheEnd()).toEqual([once, once]);
    },
  );

  test("killed between the intent and the card's confirmation, which needs no site", async () => {
    begin();
    await visitor.order();
    await visitor.intent();
    await site.kill();
    await visitor.confirm();
    expect(await visitor.comeBack()).toBeNull();
    site = await start();
    expect(await visitor.comeBack()).toBe("completed");
    expect(await inTheEnd()).toEqual([once, once]);
  });

  test.each([
    ["before", "asking Stripe", stripe("GET", /\/v1\/payment_intents\//)],
    ["before", "writing it down", write],
    ["after", "writing it down", write],
  ] as const)("paid, killed %s %s; the visitor tries again", async (moment, _, hold) => {
    begin();
    await visitor.order();
    await visitor.intent();
    await visitor.confirm();
    await killDuring(visitor.comeBack, hold(moment));
    await visitor.startOver();
    expect(await inTheEnd()).toEqual([once, once]);
  });

  test.each(["before", "after"] as const)(
    "paid, nobody came back, killed %s a webhook was written down; Stripe delivers again",
    async (moment) => {
      begin();
      await visitor.order();
      await visitor.intent();
      await visitor.confirm();
      await killDuring(() => redeliver(events).catch(() => []), write(moment));
      await redeliver(events);
      expect(await inTheEnd()).toEqual([once, once]);
    },
  );
});
