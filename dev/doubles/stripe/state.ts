import { createHash, randomBytes } from "node:crypto";

/** A Stripe object: id, type, and the fields of the type. */
export interface StripeObject {
  id: string;
  object: string;
  [field: string]: unknown;
}

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

/** The state of a double, in memory. */
export class StripeState {
  readonly objects = new Map<string, StripeObject>();
  readonly answers = new Map<string, StoredAnswer>();
  readonly events: StripeEvent[] = [];
  readonly unknownRequests: string[] = [];
  /** One entry per successful charge. */
  readonly charges: { paymentIntent: string; amount: number; metadata: unknown }[] = [];
  onEvent: (event: StripeEvent) => void = () => {};

  put<T extends StripeObject>(object: T): T {
    this.objects.set(object.id, object);
    return object;
  }

  find(id: string, kind?: string): StripeObject | undefined {
    const found = this.objects.get(id);
    return found && (!kind || found.object === kind) ? found : undefined;
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
      created: now(),
      livemode: false,
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    this.onEvent(event);
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** Seconds since 1970, the API's unit of time. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}

export function fingerprint(method: string, path: string, params: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([method, path, params]))
    .digest("hex");
}
