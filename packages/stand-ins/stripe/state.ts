import { createHash, randomBytes } from "node:crypto";
import { missing } from "./errors.ts";
import { withoutHidden } from "./unmodelled.ts";
import type { StripeObject } from "./unmodelled.ts";

export type { StripeObject } from "./unmodelled.ts";

export interface StripeEvent {
  id: string;
  type: string;
  data: { object: StripeObject };
}

export interface StoredAnswer {
  fingerprint: string;
  status: number;
  body: unknown;
}

/** The state of a stand-in, in memory. */
export class StripeState {
  readonly objects = new Map<string, StripeObject>();
  readonly answers = new Map<string, StoredAnswer>();
  readonly events: StripeEvent[] = [];
  /** Calls that were refused because this stand-in, or Stripe, does not know the path or a parameter. */
  readonly unknownRequests: string[] = [];
  /** One entry per successful charge. */
  readonly charges: { paymentIntent: string; amount: number; metadata: unknown }[] = [];
  /** The time of a test clock in seconds since 1970; null for the real time. */
  frozenAt: number | null = null;
  /** Where the stand-in's own pages are. */
  origin = "";
  onEvent: (event: StripeEvent) => void = () => {};

  /** Seconds since 1970, the API's unit of time. */
  now(): number {
    return this.frozenAt ?? Math.floor(Date.now() / 1000);
  }

  put<T extends StripeObject>(object: T): T {
    this.objects.set(object.id, object);
    return object;
  }

  find(id: string, kind?: string): StripeObject | undefined {
    const found = this.objects.get(id);
    return found && (!kind || found.object === kind) ? found : undefined;
  }

  /** Returns an object. Throws Stripe's error when there is none of that kind. */
  get(id: unknown, kind: string): StripeObject {
    const found = this.find(String(id), kind);
    if (!found) throw missing(String(id));
    return found;
  }

  all(kind: string): StripeObject[] {
    return [...this.objects.values()].filter((object) => object.object === kind);
  }

  /** Records an event with a snapshot of the object, as Stripe does, and passes it to the webhook sender. */
  emit(type: string, object: StripeObject): void {
    const event = {
      id: newId("evt"),
      object: "event",
      type,
      api_version: "2026-10-28.endive",
      created: this.now(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object: withoutHidden(object) as StripeObject },
    };
    this.events.push(event);
    this.onEvent(event);
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

export function fingerprint(method: string, path: string, params: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([method, path, params]))
    .digest("hex");
}
