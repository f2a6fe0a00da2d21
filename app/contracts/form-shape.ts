import type { DefaultValue } from "@conform-to/react";
import type { ContactInfo } from "./contract-document.ts";

/** The fields of the form that conform manages; the services are plain inputs named by their paths. */
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

/** What the form starts with: the kept draft, or nothing. Agreement is given anew each time. */
export function defaultsFrom(draft: FormData | null): DefaultValue<OrderFormShape> {
  const form = draft ?? new FormData();
  return {
    contactInfo: {
      ...pick(form, "contactInfo.", CONTACT),
      address: pick(form, "contactInfo.address.", ADDRESS),
    },
  };
}
