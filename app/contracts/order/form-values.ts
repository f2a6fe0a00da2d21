import type { DefaultValue } from "@conform-to/react";
import { splitContactInfo, type ContactInfo } from "../../model/contracts/client-fields.ts";
import { isPaymentFrequency, type PaymentFrequency } from "../../model/contracts/frequency.ts";
import type { ServiceChoice } from "../../model/contracts/services.ts";
import { oneLine } from "../../model/typed-text.ts";

/** The fields that conform manages; services are plain inputs named by their paths. */
export interface OrderFormShape {
  contactInfo: ContactInfo;
  agreedToTerms: boolean;
}

/** Returns the form's default values from a draft. The agreement is never restored. */
export function defaultsFrom(draft: FormData | null): DefaultValue<OrderFormShape> {
  const { contact, address } = splitContactInfo(({ name }) => {
    const value = draft?.get(`contactInfo.${name}`);
    return typeof value === "string" ? value : "";
  });
  return { contactInfo: { ...contact, address } };
}

const SELECTED = /^services\.([^.]+)\.selected$/;

/** Returns the services that are ticked in a form, with their frequencies. */
export function choicesIn(form: FormData): ServiceChoice[] {
  return [...form].flatMap(([name, value]) => {
    const serviceId = SELECTED.exec(name)?.[1];
    if (!serviceId || value !== "on") return [];
    const paymentFrequency = form.get(`services.${serviceId}.paymentFrequency`);
    return [{ serviceId, ...(isPaymentFrequency(paymentFrequency) ? { paymentFrequency } : {}) }];
  });
}

/** Returns the default value of one row of the order form: of a draft, or of a form that was posted without scripts. */
export function choiceFor(
  serviceId: string,
  form: FormData | null,
): { selected: boolean; frequency: PaymentFrequency } {
  const frequency = form?.get(`services.${serviceId}.paymentFrequency`);
  return {
    selected: form?.get(`services.${serviceId}.selected`) === "on",
    frequency: isPaymentFrequency(frequency) ? frequency : "monthly",
  };
}

/** Returns a text field of a form, trimmed. */
export function textIn(form: FormData | null, name: string): string {
  const value = form?.get(name);
  return typeof value === "string" ? oneLine(value) : "";
}

/** The card holder. `postalCode` is the ZIP code. */
export interface Billing {
  name: string;
  email: string;
  postalCode: string;
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
