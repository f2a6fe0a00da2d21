import { keyed, seo } from "../build-helpers.ts";

export const settings = [
  {
    _id: "siteSettings",
    _type: "siteSettings",
    companyName: "Harborlight Technology Consulting",
    legalName: "Harborlight Technology Consulting LLC",
    email: "hello@harborlight.example",
    phone: "(212) 555-0142",
    address: { street: "48 Front Street", suite: "Floor 6", city: "New York", state: "NY", zipCode: "10004" },
    location: "New York, NY",
    tagline: "Transforming businesses with cutting-edge technology solutions and data-driven insights.",
    chequeInstructions:
      "Mail it to 48 Front Street, Floor 6, New York, NY 10004 with the invoice number on the memo line. Invoices are due within 30 days.",
    socialLinks: keyed([
      { label: "LinkedIn", url: "https://www.linkedin.com/company/harborlight-example" },
      { label: "GitHub", url: "https://github.com/harborlight-example" },
    ]),
    features: { coupons: false, customServices: false, signature: "optional", hostedInvoices: false },
    seo: seo(
      "Harborlight Technology Consulting",
      "A small New York consultancy for websites, data analytics, machine learning and cloud. Senior people, fixed prices, work you own.",
    ),
  },
];
