import { keyedHash } from "../../platform/secret.server.ts";
import type { Suspicion } from "../../submissions/trap/trap.server.ts";

/** Specification 3, "Newsletter subscriber". */
export interface Subscriber {
  email: string;
  /** ISO date and time of the server. */
  subscribed_at: string;
  source: "popup";
  suspected?: Suspicion;
}

/**
 * Names the document of an address without showing it: 64 hexadecimal digits. Upper and lower case are one address, so a
 * second subscription finds the first.
 */
export function subscriberKey(secret: string, email: string): string {
  return keyedHash(secret, "newsletter-subscriber", email.toLowerCase()).toString("hex");
}

export function subscriberId(key: string): string {
  return `subscriber.${key}`;
}
