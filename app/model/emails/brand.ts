import type { PayTerms } from "../contracts/pay-by.ts";

/** Who writes the emails. Read from the site settings when an email is rendered. */
export interface EmailBrand {
  companyName: string;
  legalName: string;
  /** To whom clients pay. */
  payee: string;
  senderName: string;
  /** Address that gets replies; `""` while the site has no settings. */
  replyTo: string;
  phone: string;
  /** On one line; `""` while the site has no settings. */
  postalAddress: string;
  /** `#rrggbb`, or null for the site's own color. */
  accentColor: string | null;
  /** How invoices are paid that are not paid by card. */
  payTerms: PayTerms;
  /** Texts that editors changed, by the name of their field. */
  texts: Readonly<Record<string, string>>;
  /** Address of the site, without a trailing slash. */
  url: string;
}

/** For the gallery and the tests. */
export const PREVIEW_BRAND: EmailBrand = {
  companyName: "Harborlight Technology Consulting",
  legalName: "Harborlight Technology Consulting LLC",
  payee: "Harborlight Technology Consulting LLC",
  senderName: "Harborlight",
  replyTo: "hello@harborlight.example",
  phone: "(212) 555-0142",
  postalAddress: "48 Front Street, Floor 6, New York, NY 10004",
  accentColor: null,
  payTerms: {
    payBy: "cheque",
    instructions:
      "Mail it to 48 Front Street, Floor 6, New York, NY 10004 with the invoice number on the memo line.",
  },
  texts: {},
  url: "https://harborlight.example",
};
