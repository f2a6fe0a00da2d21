import { useState, type FormEvent } from "react";
import { choicesIn, textIn } from "./form-values.ts";
import type { ServiceChoice } from "./pricing.ts";

interface LiveOrder {
  choices: readonly ServiceChoice[];
  method: "invoice" | "stripe";
  /** ZIP code of the contact step. */
  zip: string;
  agreed: boolean;
}

function read(form: FormData): LiveOrder {
  return {
    choices: choicesIn(form),
    method: form.get("paymentMethod") === "stripe" ? "stripe" : "invoice",
    zip: textIn(form, "contactInfo.address.zipCode"),
    agreed: form.get("agreedToTerms") === "on",
  };
}

/** What the rest of the form follows while it is filled in: totals, payment method, agreement. */
export function useLiveOrder(start: Omit<LiveOrder, "agreed">, onEdit: (form: FormData) => void) {
  const [live, setLive] = useState<LiveOrder>({ ...start, agreed: false });
  function onInput(event: FormEvent<HTMLFormElement>) {
    const form = new FormData(event.currentTarget);
    setLive(read(form));
    onEdit(form);
  }
  return { ...live, onInput };
}
