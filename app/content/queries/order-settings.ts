import { defineQuery } from "groq";

/** What the server has to know of the company before it takes an order. */
export const orderSettingsQuery = defineQuery(
  `*[_type == "siteSettings" && _id == "siteSettings"][0]{
    "signature": coalesce(features.signature, "optional"),
    "hostedInvoices": coalesce(features.hostedInvoices, false)
  }`,
);

export interface OrderSettings {
  signature: "off" | "optional" | "required";
  hostedInvoices: boolean;
}
