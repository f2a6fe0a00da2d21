import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeConstructor, StripeCardElementOptions, StripeError } from "@stripe/stripe-js";
import { loadStripe as loadFromStripe } from "@stripe/stripe-js/pure";
import { useEffect, useState } from "react";
import type { CardConfig } from "../../model/contracts/card.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { isEmailAddress } from "../../model/email-address.ts";
import { reportError } from "../../ui/report-error.ts";
import type { Billing } from "./form-values.ts";
import type { CardErrors, CardHandle } from "./use-order.ts";

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error("Stripe.js could not be loaded")));
    document.head.append(script);
  });
}

async function loadStandIn(url: string, key: string): Promise<Stripe | null> {
  await loadScript(url);
  const { Stripe } = window as { Stripe?: StripeConstructor };
  return Stripe ? Stripe(key) : null;
}

/** Why there is no card form: the browser cannot load Stripe.js, or Stripe does not take the site's key. */
export type CardProblem = "blocked" | "refused";

/** Loads Stripe.js. Called on the payment step only. */
export async function loadStripe(config: CardConfig): Promise<Stripe | CardProblem> {
  try {
    const stripe = await (config.scriptUrl
      ? loadStandIn(config.scriptUrl, config.publishableKey)
      : loadFromStripe(config.publishableKey));
    return stripe ?? "blocked";
  } catch {
    return "Stripe" in window ? "refused" : "blocked";
  }
}

/** Tells the owner, in the server's log, what visitors cannot mend. */
function reportRefusedKey(): void {
  void reportError(new Error("Stripe does not take STRIPE_PUBLISHABLE_KEY"), "part");
}

/** Returns what the visitor is told about a card error; one of the key is reported. */
function cardError(error: StripeError): { error: string } {
  const message = describeCardError(error);
  if (message === contractMessages.cardUnavailable) reportRefusedKey();
  return { error: message };
}

interface CardFormProps {
  config: CardConfig;
  billing: () => Billing;
  /** Gets the card form once it is ready, and null when it unmounts. */
  onHandle: (handle: CardHandle | null) => void;
  onUnavailable: (problem: CardProblem) => void;
}

/** Stripe's frame cannot read our CSS variables. */
function cardOptions(): StripeCardElementOptions {
  const style = getComputedStyle(document.documentElement);
  const color = style.getPropertyValue("--stripe-ink").trim() || getComputedStyle(document.body).color;
  return { hidePostalCode: true, style: { base: { color, fontSize: "17px", lineHeight: "28px" } } };
}

function missingIn({ name, email, postalCode }: Billing): CardErrors | null {
  const errors: CardErrors = {
    ...(name ? {} : { name: contractMessages.cardNameMissing }),
    ...(isEmailAddress(email)
      ? {}
      : { email: email ? contractMessages.emailInvalid : contractMessages.cardEmailMissing }),
    ...(postalCode ? {} : { zip: contractMessages.cardZipMissing }),
  };
  return Object.keys(errors).length > 0 ? errors : null;
}

const UNKNOWN = "Your card could not be read";

/**
 * Returns what the visitor is told: the provider's words only about the card. Other errors may contain the key, and one of
 * the key itself means that card payment is unavailable.
 */
export function describeCardError({
  type,
  code = "",
  message,
}: Pick<StripeError, "type" | "code" | "message">): string {
  const isAboutCard =
    type === "card_error" || type === "validation_error" || code === "payment_intent_authentication_failure";
  if (isAboutCard) return message ?? UNKNOWN;
  const isAboutKey =
    type === "authentication_error" ||
    (type === "invalid_request_error" && (code === "" || code.startsWith("api_key")));
  return isAboutKey ? contractMessages.cardUnavailable : UNKNOWN;
}

function CardField({ billing, onHandle }: Pick<CardFormProps, "billing" | "onHandle">) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);

  useEffect(() => {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !ready) return;
    onHandle({
      missing: () => missingIn(billing()),
      async createPaymentMethod() {
        const { name, email, postalCode } = billing();
        const { paymentMethod, error } = await stripe.createPaymentMethod({
          type: "card",
          card,
          billing_details: { name, email, address: { postal_code: postalCode } },
        });
        return paymentMethod ? { id: paymentMethod.id } : cardError(error);
      },
      async confirm(clientSecret, paymentMethodId) {
        const { error } = await stripe.confirmCardPayment(clientSecret, { payment_method: paymentMethodId });
        return error ? cardError(error) : null;
      },
    });
    return () => onHandle(null);
  }, [stripe, elements, ready, billing, onHandle]);

  return (
    <div>
      <p id="card-label" className="mb-2 font-semibold text-ink">
        Card details
      </p>
      <div aria-labelledby="card-label" role="group" className="control">
        <CardElement options={cardOptions()} onReady={() => setReady(true)} />
      </div>
    </div>
  );
}

/** Stripe's card field. A chunk of its own: nothing of Stripe loads before the payment step. */
export function CardForm({ config, billing, onHandle, onUnavailable }: CardFormProps) {
  const [stripe, setStripe] = useState<Stripe | null>(null);

  useEffect(() => {
    let gone = false;
    void loadStripe(config).then((loaded) => {
      if (gone) return;
      if (typeof loaded !== "string") return setStripe(loaded);
      if (loaded === "refused") reportRefusedKey();
      onUnavailable(loaded);
    });
    return () => {
      gone = true;
    };
  }, [config, onUnavailable]);

  if (!stripe) return <p role="status">Loading the card form...</p>;
  return (
    <Elements stripe={stripe}>
      <CardField billing={billing} onHandle={onHandle} />
    </Elements>
  );
}
