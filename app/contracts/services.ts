import { isPaymentFrequency, type PaymentFrequency } from "./frequency.ts";
import type { ServiceChoice } from "./pricing.ts";

/** The ten order service ids (docs/specification.md, section 3). */
export const serviceIds = [
  "websiteDevelopment",
  "domainSetup",
  "websiteMaintenance",
  "databaseManagement",
  "serverSetup",
  "clientPortal",
  "secureForm",
  "platformConnection",
  "ecommerce15",
  "ecommerce20",
] as const;
export type ServiceId = (typeof serviceIds)[number];

/** The two that carry a payment frequency. */
export const recurringServiceIds = [
  "websiteMaintenance",
  "databaseManagement",
] as const satisfies ServiceId[];
export type RecurringServiceId = (typeof recurringServiceIds)[number];

interface ContractService {
  selected: boolean;
  /** Set by an admin; the public form orders one of each (docs/decisions.md, "Contract"). */
  quantity?: number;
}

/** `services` of a contract: per service id whether it is selected, and how often a recurring one is paid. */
export type ContractServices = {
  [Id in ServiceId]: Id extends RecurringServiceId
    ? ContractService & { paymentFrequency: PaymentFrequency }
    : ContractService;
};

export function isRecurring(id: string): id is RecurringServiceId {
  return (recurringServiceIds as readonly string[]).includes(id);
}

/** Unchecked services of a form or a request. */
export type RawServices = Partial<Record<string, { selected?: unknown; paymentFrequency?: unknown }>>;

/** Fills every service id; unknown ids and unknown fields are dropped, an unknown frequency becomes monthly. */
export function toContractServices(raw: RawServices): ContractServices {
  const entries = serviceIds.map((id) => {
    const given = raw[id];
    const selected = given?.selected === true || given?.selected === "on";
    const ordered = selected ? { selected, quantity: 1 } : { selected };
    if (!isRecurring(id)) return [id, ordered];
    const frequency = given?.paymentFrequency;
    return [id, { ...ordered, paymentFrequency: isPaymentFrequency(frequency) ? frequency : "monthly" }];
  });
  return Object.fromEntries(entries) as ContractServices;
}

/** Returns the selected services for pricing. */
export function choicesOf(services: ContractServices): ServiceChoice[] {
  return serviceIds.flatMap((serviceId): ServiceChoice[] => {
    const service = services[serviceId];
    if (!service.selected) return [];
    return [
      {
        serviceId,
        ...(service.quantity ? { quantity: service.quantity } : {}),
        ...("paymentFrequency" in service ? { paymentFrequency: service.paymentFrequency } : {}),
      },
    ];
  });
}
