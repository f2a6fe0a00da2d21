import { parseContractForm } from "../../app/contracts/order/form-schema.server.ts";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { buildContract } from "../../app/model/contracts/build-contract.ts";
import type { InvoiceSummary } from "../../app/model/contracts/contract-document.ts";
import type { PaymentFrequency } from "../../app/model/contracts/frequency.ts";
import { priceOrder } from "../../app/model/contracts/pricing.ts";
import { toContractServices, type CatalogueEntry } from "../../app/model/contracts/services.ts";

const PLACED_AT = new Date("2026-11-22T15:00:00.000Z");
const CATALOGUE: CatalogueEntry[] = [
  { serviceId: "websiteDevelopment", title: "Website development", priceCents: 50_000, kind: "one-time" },
  { serviceId: "websiteMaintenance", title: "Website maintenance", priceCents: 12_000, kind: "monthly" },
];

/**
 * Returns a contract for a website and its maintenance, paid by card or by invoice, every six months unless told otherwise. With
 * a coupon code, 10 % are taken off its first payment.
 */
export function sampleContract(
  method: "stripe" | "invoice",
  fields: Partial<StoredContract> = {},
  frequency: PaymentFrequency = "biannually",
): StoredContract {
  const choices = [
    { serviceId: "websiteDevelopment" },
    { serviceId: "websiteMaintenance", paymentFrequency: frequency },
  ];
  const coupon = fields.couponCode ? { code: fields.couponCode, percentOff: 10 } : null;
  const services = toContractServices(choices, CATALOGUE);
  const totals = priceOrder(CATALOGUE, choices, [], coupon as never);
  const document = buildContract(
    {
      contactInfo: {
        firstName: "Ada",
        lastName: "Lovelace",
        companyName: "",
        phone: "(212) 555-0142",
        email: "ada@example.com",
        address: { street: "", street2: "", city: "", state: "", zipCode: "" },
      },
      services,
      paymentMethod: method,
      signature: "",
      couponCode: fields.couponCode ?? "",
      wish: "",
    },
    totals,
    { version: "3.0", hash: "" },
    PLACED_AT,
  );
  return {
    ...document,
    ...(method === "stripe" ? { status: "completed" } : {}),
    _id: "contract.6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
    _rev: "1",
    _updatedAt: PLACED_AT.toISOString(),
    ...fields,
  };
}

/** Its first invoice, unpaid. */
export const SAMPLE_INVOICE: InvoiceSummary = {
  _key: "INV-2026-0001",
  number: "INV-2026-0001",
  kind: "invoice",
  issuedOn: "2026-11-22",
  dueOn: "2026-12-22",
  totalCents: 114_800,
  receivedCents: 0,
  status: "open",
  frequency: "",
  periodStart: "2026-11-22",
  periodEnd: "",
  remindedOn: [],
};

const VALID = {
  submissionId: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  orderSecret: "6f9619ff-8b86-4d01-b42d-00cf4fc964f0",
  "contactInfo.firstName": " Ada ",
  "contactInfo.lastName": "Lovelace",
  "contactInfo.phone": "(212) 555-0142",
  "contactInfo.email": "ada@example.com",
  "services.domainSetup.selected": "on",
  agreedToTerms: "on",
};

/** Four services, of which two are monthly. */
const ORDER_CATALOGUE: CatalogueEntry[] = [
  { serviceId: "domainSetup", title: "Domain setup", priceCents: 1_200, kind: "one-time" },
  { serviceId: "websiteMaintenance", title: "Website maintenance", priceCents: 12_000, kind: "monthly" },
  { serviceId: "clientPortal", title: "Client portal", priceCents: 10_000, kind: "monthly" },
  { serviceId: "seoAudit", title: "SEO audit", priceCents: 40_000, kind: "one-time" },
];

export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...VALID, ...fields }))
    if (value !== "-") form.set(name, value);
  return form;
}
/** Parses the order form with a valid contact and one service; a field with the value `-` is left out. */
export const parseOrderFields = (fields: Record<string, string> = {}) =>
  parseContractForm(
    formOf(fields),
    { signature: "optional", coupons: false, customServices: false },
    { catalogue: ORDER_CATALOGUE },
  );
