import { parseContractForm } from "../../app/contracts/order/form-schema.server.ts";
import type { CatalogueEntry } from "../../app/model/contracts/services.ts";

const VALID = {
  submissionId: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  "contactInfo.firstName": " Ada ",
  "contactInfo.lastName": "Lovelace",
  "contactInfo.phone": "(212) 555-0142",
  "contactInfo.email": "ada@example.com",
  "services.domainSetup.selected": "on",
  agreedToTerms: "on",
};

/** Four services, of which two are monthly. */
const CATALOGUE: CatalogueEntry[] = [
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
    { catalogue: CATALOGUE },
  );
