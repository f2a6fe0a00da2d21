/** Runs in the browser, in place of Stripe.js. Written as a function so that it is type-checked and formatted. */
function install(apiOrigin: string): void {
  type Fields = Record<string, unknown>;
  type Listener = (event: Fields) => void;

  function encode(fields: Fields, prefix = ""): [string, string][] {
    return Object.entries(fields).flatMap(([name, value]) => {
      const key = prefix ? `${prefix}[${name}]` : name;
      if (value === undefined || value === null) return [];
      return typeof value === "object" ? encode(value as Fields, key) : [[key, String(value)]];
    });
  }

  async function call(path: string, fields: Fields): Promise<Fields> {
    const response = await fetch(apiOrigin + path, {
      method: "POST",
      body: new URLSearchParams(encode(fields)),
    });
    return (await response.json()) as Fields;
  }

  function createCard() {
    const listeners = new Map<string, Listener[]>();
    const input = document.createElement("input");
    input.setAttribute("aria-label", "Card number");
    input.setAttribute("inputmode", "numeric");
    input.autocomplete = "off";
    input.placeholder = "4242 4242 4242 4242";
    input.className = "stripe-double-card";
    const fire = (name: string, event: Fields) =>
      (listeners.get(name) ?? []).forEach((listener) => listener(event));
    input.addEventListener("input", () =>
      fire("change", {
        complete: input.value.replace(/\s/g, "").length === 16,
        empty: !input.value,
        error: undefined,
      }),
    );
    return {
      _input: input,
      on(name: string, listener: Listener) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener]);
        return this;
      },
      off: () => undefined,
      mount(target: HTMLElement) {
        target.append(input);
        setTimeout(() => fire("ready", {}), 0);
      },
      unmount: () => input.remove(),
      destroy: () => input.remove(),
      update: () => undefined,
      focus: () => input.focus(),
      clear: () => (input.value = ""),
    };
  }

  function askForAuthentication(): Promise<boolean> {
    return new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      dialog.setAttribute("aria-label", "3-D Secure test authentication");
      for (const [label, accepted] of [
        ["Complete authentication", true],
        ["Fail authentication", false],
      ] as const) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = label;
        button.addEventListener("click", () => {
          dialog.remove();
          resolve(accepted);
        });
        dialog.append(button);
      }
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  async function confirmCardPayment(clientSecret: string, data: Fields = {}) {
    const id = clientSecret.split("_secret_")[0];
    let intent = await call(`/v1/payment_intents/${id}/confirm`, {
      payment_method: data.payment_method,
      client_secret: clientSecret,
    });
    if (intent.error) return { error: intent.error };
    if (intent.status === "requires_action") {
      intent = await call(`/test/authenticate/${id}`, { accept: await askForAuthentication() });
    }
    return intent.status === "succeeded" ? { paymentIntent: intent } : { error: intent.last_payment_error };
  }

  async function createPaymentMethod(data: Fields) {
    const card = data.card as ReturnType<typeof createCard>;
    // Stripe.js sends no request for an incomplete number.
    if (card._input.value.replace(/\D/g, "").length < 16)
      return {
        error: {
          type: "validation_error",
          code: "incomplete_number",
          message: "Your card number is incomplete.",
        },
      };
    const answer = await call("/v1/payment_methods", {
      type: "card",
      card: { number: card._input.value },
      billing_details: data.billing_details,
    });
    return answer.error ? { error: answer.error } : { paymentMethod: answer };
  }

  const Stripe = Object.assign(
    () => ({
      elements() {
        let card: ReturnType<typeof createCard> | null = null;
        return {
          create: () => (card = createCard()),
          getElement: () => card,
          update: () => undefined,
          submit: async () => ({}),
        };
      },
      createPaymentMethod,
      confirmCardPayment,
      retrievePaymentIntent: async () => ({}),
      createToken: async () => ({}),
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
    }),
    { version: "endive" },
  );
  (globalThis as unknown as { Stripe: unknown }).Stripe = Stripe;
}

/** Returns the script that browser tests and the demo load instead of Stripe.js. */
export function stripeJsStub(apiOrigin: string): string {
  return `(${install.toString()})(${JSON.stringify(apiOrigin)});`;
}
