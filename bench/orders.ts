/**
 * What an order costs beside the bare creation of its document: orders per second through the site's order code, with
 * the Stripe double for cards, next to plain `createIfNotExists` of the same document in the same lake and run.
 *
 *   node bench/orders.ts [--json] [--orders 100]
 */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import {
  CARDS,
  mixedServices,
  openOrderDesk,
  orderForm,
  type OrderDesk,
} from "../tests/support/order-desk.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, orders: { type: "string", default: "100" } },
});
const count = Number(values.orders);
/** Visitors at the same time. */
const VISITORS = 8;
const ROUNDS = 5;

type Run = (desk: OrderDesk) => Promise<unknown>;

async function byInvoice(desk: OrderDesk): Promise<void> {
  const { status } = await desk.submit(orderForm({ ...mixedServices, paymentMethod: "invoice" }));
  if (status !== 200) throw new Error(`An order was answered with ${status}.`);
}

async function byCard(desk: OrderDesk): Promise<void> {
  const form = orderForm();
  const id = String(form.get("submissionId"));
  const { outcome } = await desk.submit(form);
  if (outcome.status !== "placed") throw new Error("An order was not placed.");
  const { answer } = await desk.pay(id, outcome.dueTodayCents);
  if (!("clientSecret" in answer)) throw new Error(answer.error);
  await desk.confirm(answer.clientSecret, CARDS.good);
  if ((await desk.comeBack(id)) !== "completed") throw new Error("An order was not completed.");
}

/** Calls per second with a few visitors at once. */
async function perSecond(desk: OrderDesk, run: Run): Promise<number> {
  let left = count;
  const visitor = async () => {
    while (left-- > 0) await run(desk);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return Math.round((count * 1000) / (performance.now() - started));
}

const desk = await openOrderDesk();
const sample = orderForm({ ...mixedServices, paymentMethod: "invoice" });
await desk.submit(sample);
const { _id, _rev, ...fields } = await desk.stored(String(sample.get("submissionId")));
const bare: Run = ({ lake }) =>
  lake.client.createIfNotExists(
    { ...fields, _id: `contract.${randomUUID()}`, _type: "contract" },
    { visibility: "async" },
  );

const runs: Record<string, Run> = {
  "bare document": bare,
  "order by invoice": byInvoice,
  "order by card": byCard,
};

/** Median of rounds that take turns, so that a busy moment of the machine hits all of them alike. The first one warms. */
const rates = new Map<string, number[]>();
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, run] of Object.entries(runs)) {
    const rate = await perSecond(desk, run);
    if (round > 0) rates.set(name, [...(rates.get(name) ?? []), rate]);
  }
}
const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
const rows = Object.fromEntries([...rates].map(([name, all]) => [name, middle(all)]));
if (values.json) console.log(JSON.stringify(rows));
else for (const [name, rate] of Object.entries(rows)) console.log(`${name.padEnd(18)} ${rate}/s`);
await desk.close();
