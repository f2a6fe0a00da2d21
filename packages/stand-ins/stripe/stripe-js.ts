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
    input.className = "stripe-stand-in-card";
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

  // The site's policy allows no style elements; scripts may set the styles of an element.
  const BUTTON = {
    minHeight: "3rem",
    padding: "0 1.25rem",
    borderRadius: "0.5rem",
    border: "1px solid currentColor",
    font: "inherit",
    fontWeight: "600",
    cursor: "pointer",
    color: "var(--ink, CanvasText)",
    background: "transparent",
  };

  function append<Name extends keyof HTMLElementTagNameMap>(
    parent: HTMLElement,
    name: Name,
    text: string,
    style: Partial<CSSStyleDeclaration> = {},
  ): HTMLElementTagNameMap[Name] {
    const element = document.createElement(name);
    element.textContent = text;
    Object.assign(element.style, style);
    parent.append(element);
    return element;
  }

  /** Asks as the bank of the card would. Escape refuses. */
  function askForAuthentication(): Promise<boolean> {
    return new Promise((resolve) => {
      const dialog = append(document.body, "dialog", "", {
        margin: "auto",
        maxWidth: "min(28rem, calc(100vw - 2rem))",
        padding: "1.75rem",
        border: "1px solid var(--line, GrayText)",
        borderRadius: "0.75rem",
        font: "inherit",
        color: "var(--ink, CanvasText)",
        background: "var(--surface, Canvas)",
      });
      const title = append(dialog, "h2", "3-D Secure test authentication", {
        fontSize: "1.25rem",
        margin: "0",
      });
      title.id = "stripe-stand-in-title";
      dialog.setAttribute("aria-labelledby", title.id);
      append(
        dialog,
        "p",
        "Here the bank of the card would ask its holder to confirm the payment. No money moves.",
        {
          margin: "0.75rem 0 1.25rem",
        },
      );
      const buttons = append(dialog, "div", "", { display: "flex", flexWrap: "wrap", gap: "0.75rem" });
      const settle = (accepted: boolean) => {
        dialog.close();
        dialog.remove();
        resolve(accepted);
      };
      const complete = append(buttons, "button", "Complete authentication", {
        ...BUTTON,
        borderColor: "transparent",
        color: "var(--on-accent, HighlightText)",
        background: "var(--accent, Highlight)",
      });
      const fail = append(buttons, "button", "Fail authentication", BUTTON);
      for (const button of [complete, fail]) {
        button.type = "button";
        button.addEventListener("click", () => settle(button === complete));
      }
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        settle(false);
      });
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
