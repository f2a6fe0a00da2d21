import Stripe from "stripe";
import type { StripeEvent } from "./state.ts";

const stripe = new Stripe("sk_test_double");

/** Where events are posted to, and the secret that signs them. */
export interface WebhookTarget {
  url: string;
  secret: string;
}

/** Signs an event with the real library and posts it as Stripe does. Resolves to the receiver's status. */
export async function deliver(event: StripeEvent, { url, secret }: WebhookTarget): Promise<number> {
  const payload = JSON.stringify(event);
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body: payload,
  });
  await response.arrayBuffer();
  return response.status;
}

/** What goes wrong on the way of events. */
export interface Disturbance {
  /** Events of these types never arrive. */
  drop?: RegExp;
  /** How often each event arrives; 1 by default. */
  times?: number;
  /** Held back until `release`. */
  hold?: boolean;
}

/** Sends events as they happen, or as a disturbance has it. A failed delivery is not repeated; `release` and `send` can. */
export class WebhookSender {
  target: WebhookTarget | null = null;
  disturbance: Disturbance = {};
  readonly #held: StripeEvent[] = [];
  readonly #running = new Set<Promise<unknown>>();

  post(event: StripeEvent): void {
    const { drop, times = 1, hold = false } = this.disturbance;
    if (drop?.test(event.type)) return;
    for (let round = 0; round < times; round++) {
      if (hold) this.#held.push(event);
      else this.#start(event);
    }
  }

  #start(event: StripeEvent): void {
    if (!this.target) return;
    const sending = deliver(event, this.target).catch(() => undefined);
    this.#running.add(sending);
    void sending.then(() => this.#running.delete(sending));
  }

  /** Delivers what was held back, one after the other, the newest first if asked. */
  async release({ newestFirst = false } = {}): Promise<void> {
    const held = this.#held.splice(0);
    for (const event of newestFirst ? held.toReversed() : held) {
      this.#start(event);
      await this.settled();
    }
  }

  /** Resolves when no delivery is under way. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
