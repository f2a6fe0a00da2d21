import type { PaymentFrequency } from "./frequency.ts";
import { choicesOf, isRecurring, serviceIds, toContractServices, type RawServices } from "./services.ts";
import type { ServiceChoice } from "./pricing.ts";

/** The services as the form holds them at this moment. */
export function servicesIn(form: FormData): ReturnType<typeof toContractServices> {
  const raw: RawServices = {};
  for (const id of serviceIds) {
    raw[id] = {
      selected: form.get(`services.${id}.selected`),
      ...(isRecurring(id) ? { paymentFrequency: form.get(`services.${id}.paymentFrequency`) } : {}),
    };
  }
  return toContractServices(raw);
}

export function choicesIn(form: FormData): ServiceChoice[] {
  return choicesOf(servicesIn(form));
}

/** What one row of the catalogue starts with, from a draft or a posted form. */
export function choiceFor(
  serviceId: string,
  choices: readonly ServiceChoice[],
): { selected: boolean; frequency: PaymentFrequency } {
  const choice = choices.find((entry) => entry.serviceId === serviceId);
  return { selected: choice !== undefined, frequency: choice?.paymentFrequency ?? "monthly" };
}

/** One text field of the form, trimmed. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** Whose card it is. `postalCode` is the ZIP code. */
export interface Billing {
  name: string;
  email: string;
  postalCode: string;
}

/** What the card form takes over of the contact step, as the form would hold it. */
export function contactForm(
  contact: Partial<Record<"firstName" | "lastName" | "email", unknown>> | null | undefined,
): FormData {
  const form = new FormData();
  for (const name of ["firstName", "lastName", "email"] as const) {
    const value = contact?.[name];
    if (typeof value === "string") form.set(`contactInfo.${name}`, value);
  }
  return form;
}

/** The card form's own fields, or what the contact step knows as long as there are none. */
export function billingIn(form: FormData): Billing {
  const contact = `${textIn(form, "contactInfo.firstName")} ${textIn(form, "contactInfo.lastName")}`.trim();
  return {
    name: form.has("card.name") ? textIn(form, "card.name") : contact,
    email: textIn(form, form.has("card.email") ? "card.email" : "contactInfo.email"),
    postalCode: textIn(form, "card.zip"),
  };
}
