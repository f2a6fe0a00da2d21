import { setTimeout as sleep } from "node:timers/promises";
import { encodeSignatureHeader } from "@sanity/webhook";
import type { StripeEvent } from "stand-ins/stripe";
import { detailPath } from "../../app/model/admin-paths.ts";
import { ADMIN_STATUSES } from "../../app/model/admin-status.ts";
import { TABLES, type TableKind } from "../../app/model/tables.ts";
import type { Random } from "./random.ts";
import { SECRETS, type Scene } from "./scene.ts";
import type { Town } from "./visitors.ts";

const KINDS: TableKind[] = ["contracts", "questionnaires", "messages"];

/** An admin opens one of the newest submissions and changes its status. */
export async function review({ line, ledger }: Town, { editor, adminCookie }: Scene, random: Random) {
  const kind = random.pick(KINDS);
  const newest = `*[_type in $types] | order(_createdAt desc)[0...20]{ _id, _rev }`;
  const rows = await editor
    .fetch<{ _id: string; _rev: string }[]>(newest, { types: TABLES[kind].types })
    .catch(() => []);
  if (rows.length === 0) return;
  const { _id: id, _rev: rev } = random.pick(rows);
  const change = { id, to: random.pick(ADMIN_STATUSES), acknowledged: false };
  ledger.statuses.push(change);
  const answer = await line.ask(detailPath(kind, id), {
    method: "POST",
    headers: { cookie: adminCookie },
    body: new URLSearchParams({ status: change.to, rev }),
  });
  change.acknowledged = answer?.status === 303;
  // Another admin was first: certainly not written.
  if (answer?.status === 409) ledger.statuses.splice(ledger.statuses.indexOf(change), 1);
}

/** Sends Sanity's webhook until the site acknowledges it, as Sanity does. A lake that is shared tells the site by itself. */
export async function tellSite({ line }: Town, { shared }: Scene): Promise<boolean> {
  if (shared) return true;
  const body = JSON.stringify({ _id: "homePage", _type: "homePage" });
  const signature = await encodeSignatureHeader(body, Date.now(), SECRETS.sanity);
  const headers = { "content-type": "application/json", "sanity-webhook-signature": signature };
  return (await line.ask("/webhooks/sanity", { method: "POST", body, headers }))?.ok ?? false;
}

/** An editor publishes a headline. */
export async function publish(town: Town, scene: Scene): Promise<void> {
  const number = town.ledger.headlines.length + 1;
  const headline = `Headline of the chaos, number ${number}`;
  const stored = await scene.editor
    .patch("homePage")
    .set({ headline })
    .commit()
    .catch(() => null);
  if (!stored) return;
  town.ledger.headlines.push(headline);
  await tellSite(town, scene);
}

/** Stripe's deliveries: late, unordered, repeated until acknowledged, and sometimes afterwards. */
export class Postman {
  readonly #scene: Scene;
  readonly #town: Town;
  readonly #waiting = new Set<StripeEvent>();
  #seen = 0;

  constructor(scene: Scene, town: Town) {
    this.#scene = scene;
    this.#town = town;
  }

  #collect(): void {
    const { events } = this.#scene.stripe.state;
    for (const event of events.slice(this.#seen)) this.#waiting.add(event);
    this.#seen = events.length;
  }

  async #deliver(event: StripeEvent): Promise<void> {
    this.#town.line.requests += 1;
    const target = { url: `${this.#scene.origin}/webhooks/stripe`, secret: SECRETS.stripe };
    const status = await this.#scene.stripe.send(event, target).catch(() => 0);
    if (status === 200) this.#waiting.delete(event);
  }

  async round(random: Random): Promise<void> {
    this.#collect();
    const { events } = this.#scene.stripe.state;
    if (events.length === 0) return;
    const chosen = [...this.#waiting].filter(() => random.chance(0.5));
    if (random.chance(0.3)) chosen.push(random.pick(events));
    await Promise.all(chosen.toSorted(() => random.next() - 0.5).map((event) => this.#deliver(event)));
  }

  /** Delivers everything. Returns false when some is not acknowledged after two minutes. */
  async finish(): Promise<boolean> {
    for (let n = 0; n < 240; n++) {
      this.#collect();
      for (const event of this.#waiting) await this.#deliver(event);
      if (this.#waiting.size === 0) return true;
      await sleep(500);
    }
    return false;
  }
}
