import type { DefaultValue } from "@conform-to/react";
import type { ContactInfo } from "./contract-document.ts";
import type { PaymentFrequency } from "./frequency.ts";
import { choicesOf, isRecurring, serviceIds, toContractServices, type RawServices } from "./services.ts";
import type { ServiceChoice } from "./pricing.ts";

/** The fields that conform manages; services are plain inputs named by their paths. */
export interface OrderFormShape {
  contactInfo: ContactInfo;
  agreedToTerms: boolean;
}

/** Names below `contactInfo.` and below `contactInfo.address.`. */
export const CONTACT = ["firstName", "lastName", "companyName", "phone", "email"] as const;
export const ADDRESS = ["street", "street2", "city", "state", "zipCode"] as const;

function pick<Name extends string>(
  form: FormData,
  prefix: string,
  names: readonly Name[],
): Record<Name, string> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(names.map((name) => [name, text(`${prefix}${name}`)])) as Record<Name, string>;
}

/** Returns the form's default values from a draft. The agreement is never restored. */
export function defaultsFrom(draft: FormData | null): DefaultValue<OrderFormShape> {
  const form = draft ?? new FormData();
  return {
    contactInfo: {
      ...pick(form, "contactInfo.", CONTACT),
      address: pick(form, "contactInfo.address.", ADDRESS),
    },
  };
}

/** Returns the services in a form. */
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

/** Returns the default value of one row of the catalogue. */
export function choiceFor(
  serviceId: string,
  choices: readonly ServiceChoice[],
): { selected: boolean; frequency: PaymentFrequency } {
  const choice = choices.find((entry) => entry.serviceId === serviceId);
  return { selected: choice !== undefined, frequency: choice?.paymentFrequency ?? "monthly" };
}

/** Returns a text field of a form, trimmed. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** The card holder. `postalCode` is the ZIP code. */
export interface Billing {
  name: string;
  email: string;
  postalCode: string;
}

/** Returns a form with the fields of the contact step that the card form copies. */
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

/** Returns the card form's fields, or those of the contact step while the card form is not there. */
export function billingIn(form: FormData): Billing {
  const contact = `${textIn(form, "contactInfo.firstName")} ${textIn(form, "contactInfo.lastName")}`.trim();
  return {
    name: form.has("card.name") ? textIn(form, "card.name") : contact,
    email: textIn(form, form.has("card.email") ? "card.email" : "contactInfo.email"),
    postalCode: textIn(form, "card.zip"),
  };
}
