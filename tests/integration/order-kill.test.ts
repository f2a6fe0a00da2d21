import { clientFor } from "lakelet/testing";
import { startStripeStandIn, type StripeStandIn } from "stand-ins/stripe";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { contractId, type StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { mixedServices } from "../support/contract-harness.ts";
import { killableSite } from "../support/killable-site.ts";
import { opened } from "../support/opened.ts";
import { orderVisitor, type OrderVisitor } from "../support/order-visitor.ts";

// A real site process is killed (SIGKILL) while requests of many orders are held on their way, each in another step, before or
// after the other side has done it. It is started again; the lake and Stripe run on.

const SECRET = "whsec_killed";

const standIn = opened(startStripeStandIn);
const { lake, proxy, site } = killableSite(() => ({
  STRIPE_SECRET_KEY: "sk_test_killed",
  STRIPE_PUBLISHABLE_KEY: "pk_test_killed",
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_API_BASE: standIn.origin,
}));
afterEach(() => {
  proxy.clear();
  expect(standIn.state.unknownRequests).toEqual([]);
});

type Moment = "before" | "after";
/** Holds the next request of one kind. Resolves when it is held. */
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
    standIn.fail({ method, path, kind: `hang-${moment}` });

/** One order, and what Stripe recorded of it. */
class Order {
  readonly visitor: OrderVisitor;
  readonly events: StripeStandIn["state"]["events"] = [];
  readonly charges: number[] = [];

  constructor(services: Record<string, string>) {
    this.visitor = orderVisitor(site.origin, standIn.origin, services);
  }

  /** Assigns what Stripe records during `act` to this order; no other order moves meanwhile. */
  async record<Result>(act: () => Promise<Result>): Promise<Result> {
    const { events, charges } = standIn.state;
    const [firstEvent, firstCharge] = [events.length, charges.length];
    const result = await act();
    this.events.push(...events.slice(firstEvent));
    this.charges.push(...charges.slice(firstCharge).map(({ amount }) => amount));
    return result;
  }

  /** Delivers all events so far (again), as Stripe does when nobody has responded. Returns the statuses. */
  async redeliver(): Promise<number[]> {
    const target = { url: `${site.origin}/webhooks/stripe`, secret: SECRET };
    const statuses: number[] = [];
    for (const event of this.events) statuses.push(await standIn.send(event, target));
    return statuses;
  }

  /** What there is of it, at the site and at Stripe. */
  async state() {
    const client = clientFor(lake.origin, lake.lake.tokens.write);
    const contracts = await client.fetch<StoredContract[]>(
      `*[_type == "contract" && _id == $id]`,
      { id: contractId(this.visitor.id) },
      { perspective: "raw" },
    );
    const subscriptions = standIn.state
      .all("subscription")
      .filter(
        ({ metadata, status }) => status === "active" && JSON.stringify(metadata).includes(this.visitor.id),
      );
    return {
      contracts: contracts.map(({ status, payment, subscription }) => [
        status,
        payment.paymentStatus,
        subscription?.status ?? null,
      ]),
      charges: [...this.charges],
      subscriptions: subscriptions.length,
    };
  }

  /** Its state, and its state after all of Stripe's events once more, late: they change nothing any more. */
  async finalStates() {
    const before = await this.state();
    const statuses = await this.record(() => this.redeliver());
    if (statuses.some((status) => status !== 200)) throw new Error("A webhook was refused.");
    return [before, await this.state()];
  }
}

type Step = "order" | "intent" | "confirm" | "comeBack";

/** One order that the kill interrupts. */
interface Interruption {
  name: string;
  /** Steps that are finished before the kill. */
  finished: Step[];
  /** The step that is held when the process is killed; rejected or null then. */
  held?: { step: (order: Order) => Promise<unknown>; hold: () => Promise<void> };
  /** While the site is down. */
  whileDown?(order: Order): Promise<void>;
  /** After the site has started again. */
  recover(order: Order): Promise<void>;
}

const startOver = (order: Order) => order.visitor.startOver();

/** What an order of any kind goes through; `prepared` is made at Stripe for its kind alone. */
function interruptions(prepared: [string, Hold][]): { own: Interruption[]; common: Interruption[] } {
  const during = (step: Step, finished: Step[], name: string, moment: Moment, hold: Hold): Interruption => ({
    name: `killed ${moment} ${name}`,
    finished,
    held: { step: ({ visitor }) => visitor[step](), hold: () => hold(moment) },
    recover: startOver,
  });
  const both = (entry: (moment: Moment) => Interruption) => (["before", "after"] as const).map(entry);
  const own = prepared.flatMap(([name, hold]) =>
    both((moment) => during("intent", ["order"], `${name} was made`, moment, hold)),
  );
  const common: Interruption[] = [
    {
      name: "killed between the intent and the card's confirmation, which needs no site",
      finished: ["order", "intent"],
      async whileDown({ visitor }) {
        await visitor.confirm();
        expect(await visitor.comeBack()).toBeNull();
      },
      async recover({ visitor }) {
        expect(await visitor.comeBack()).toBe("completed");
      },
    },
    ...both((moment) => during("intent", ["order"], "the note of it on the order was made", moment, write)),
    ...both((moment) => during("order", [], "the order was stored", moment, write)),
    ...(
      [
        ["before", "asking Stripe", stripe("GET", /\/v1\/payment_intents\//)],
        ["before", "writing it down", write],
        ["after", "writing it down", write],
      ] as const
    ).map(([moment, name, hold]) =>
      during("comeBack", ["order", "intent", "confirm"], `${name}, when it was paid`, moment, hold),
    ),
    ...both((moment) => ({
      name: `paid, nobody came back, killed ${moment} a webhook was written down; Stripe delivers again`,
      finished: ["order", "intent", "confirm"],
      held: { step: (order) => order.redeliver().catch(() => null), hold: () => write(moment) },
      async recover(order) {
        await order.redeliver();
      },
    })),
  ];
  return { own, common };
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

/** A site with four of its writes held makes no further request until one times out: so many kills, each with fewer. */
const KILLS = 3;

const kills = KINDS.flatMap((kind) => {
  const { own, common } = interruptions(kind.prepared);
  // What both kinds go through, one of them is killed in.
  const [all, count] = kind.subscription ? [[...own, ...common], KILLS] : [own, 1];
  return Array.from({ length: count }, (_, kill) => ({
    ...kind,
    kill: kill + 1,
    cases: all.filter((_case, index) => index % count === kill),
  }));
});

describe.each(kills)("$kind orders, kill $kill", ({ services, amount, subscription, cases }) => {
  const orders = new Map<Interruption, Order>();

  beforeAll(async () => {
    for (const one of cases) {
      const order = new Order(services);
      orders.set(one, order);
      for (const step of one.finished) await order.record(async () => order.visitor[step]());
    }
    const lost: Promise<unknown>[] = [];
    for (const [{ held }, order] of orders) {
      if (!held) continue;
      await order.record(async () => {
        const isHeld = held.hold();
        lost.push(held.step(order));
        await isHeld;
      });
    }
    await site.kill();
    const results = await Promise.all(lost);
    for (const [{ whileDown }, order] of orders) await order.record(async () => whileDown?.(order));
    await site.start();
    // No held step went on before the kill.
    expect(results).toEqual(lost.map(() => null));
  });

  test.each(cases)("$name", async (interruption) => {
    const order = orders.get(interruption);
    if (!order) throw new Error("No order was made.");
    await order.record(() => interruption.recover(order));
    const once = {
      contracts: [["completed", "completed", subscription]],
      charges: [amount],
      subscriptions: subscription ? 1 : 0,
    };
    expect(await order.finalStates()).toEqual([once, once]);
  });
});
