import { loadStripe as loadFromStripe } from "@stripe/stripe-js/pure";
import type { Stripe, StripeConstructor } from "@stripe/stripe-js";

/** What the browser may know of the payment provider. */
export interface CardConfig {
  publishableKey: string;
  /** Another address of Stripe.js, for test payments without an account. */
  scriptUrl: string | null;
  /** True when no money moves: the account is in test mode, or there is none. */
  test: boolean;
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error("Stripe.js could not be loaded")));
    document.head.append(script);
  });
}

async function loadDouble(url: string, key: string): Promise<Stripe | null> {
  await loadScript(url);
  const { Stripe } = window as { Stripe?: StripeConstructor };
  return Stripe ? Stripe(key) : null;
}

/** Loads Stripe.js; null when it cannot be had (blocked, offline, bad key). Only called on the payment step. */
export async function loadStripe(config: CardConfig): Promise<Stripe | null> {
  try {
    return await (config.scriptUrl
      ? loadDouble(config.scriptUrl, config.publishableKey)
      : loadFromStripe(config.publishableKey));
  } catch {
    return null;
  }
}
