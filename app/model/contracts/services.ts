import type { PaymentFrequency } from "./frequency.ts";
import { formatCents, type Cents } from "./money.ts";

/** An order service with its price; a monthly price is the price of one month. */
export interface CatalogueEntry {
  serviceId: string;
  title: string;
  priceCents: Cents;
  kind: "one-time" | "monthly";
}

/** What the client chose of one service. Recurring services carry a frequency. */
export interface ServiceChoice {
  serviceId: string;
  quantity?: number | undefined;
  paymentFrequency?: PaymentFrequency | undefined;
}

/** The ten order service ids (docs/specification.md, section 3). Editors may add others. */
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

const SERVICE_ID = /^(?!custom)[a-z][A-Za-z0-9]{1,39}$/;

/** Whether a text can be the id of an order service. `custom…` are the lines that admins add to one contract. */
export function isServiceId(id: string): boolean {
  return SERVICE_ID.test(id) && !(id in Object.prototype);
}

/** Monthly prices are multiples of it: the smallest step at which 5, 10 and 15 % off a period are whole cents. */
const MONTHLY_STEP: Cents = 20;

/** Returns why a price cannot be charged, naming the next ones that can; null for one that can. */
export function priceProblem(kind: CatalogueEntry["kind"], priceCents: number): string | null {
  if (!Number.isSafeInteger(priceCents) || priceCents < 0) return "A price is in whole cents, 0 or more.";
  const above = priceCents % MONTHLY_STEP;
  if (kind !== "monthly" || above === 0) return null;
  const below = priceCents - above;
  const next = `${formatCents(below)} or ${formatCents(below + MONTHLY_STEP)}`;
  return `A monthly price is a multiple of ${formatCents(MONTHLY_STEP)}, such as ${next}.`;
}

export interface LeftOut {
  serviceId: string;
  reason: string;
}

/**
 * Returns the services that can be ordered, and those that cannot: the Studio refuses such documents, but other programs can
 * write them. A price that nobody has set is never charged, so they are left out instead of rounded.
 */
export function readCatalogue<Entry extends CatalogueEntry>(
  entries: readonly Entry[],
): { catalogue: Entry[]; leftOut: LeftOut[] } {
  const catalogue: Entry[] = [];
  const leftOut: LeftOut[] = [];
  for (const entry of entries) {
    const { serviceId, kind, priceCents } = entry;
    const reason =
      (isServiceId(String(serviceId)) ? null : "The id is not valid.") ??
      (catalogue.some((other) => other.serviceId === serviceId) ? "Another service has this id." : null) ??
      (kind === "monthly" || kind === "one-time" ? null : "The kind is unknown.") ??
      priceProblem(kind, priceCents);
    if (reason === null) catalogue.push(entry);
    else leftOut.push({ serviceId: String(serviceId), reason });
  }
  return { catalogue, leftOut };
}

interface ContractService {
  selected: boolean;
  /** Set by an admin; the public form orders one of each (docs/decisions.md, "Contract"). */
  quantity?: number | undefined;
  /** Only of recurring services. */
  paymentFrequency?: PaymentFrequency | undefined;
}

/** `services` of a contract, by service id: all of the ten, and others that were chosen. */
export type ContractServices = Record<string, ContractService>;

/** Returns the services of a contract. Choices of services that the catalogue does not hold are dropped. */
export function toContractServices(
  choices: readonly ServiceChoice[],
  catalogue: readonly CatalogueEntry[],
): ContractServices {
  const entries = new Map(catalogue.map((entry) => [entry.serviceId, entry]));
  const chosen = new Map(
    choices.filter(({ serviceId }) => entries.has(serviceId)).map((choice) => [choice.serviceId, choice]),
  );
  const services = [...new Set([...serviceIds, ...chosen.keys()])].map((id): [string, ContractService] => {
    const choice = chosen.get(id);
    return [
      id,
      {
        selected: choice !== undefined,
        ...(choice ? { quantity: choice.quantity ?? 1 } : {}),
        ...(entries.get(id)?.kind === "monthly"
          ? { paymentFrequency: choice?.paymentFrequency ?? "monthly" }
          : {}),
      },
    ];
  });
  return Object.fromEntries(services);
}

/** Returns choices in the form in which contracts store them, without the services that are not chosen. */
export function selectedServices(choices: readonly ServiceChoice[]): ContractServices {
  return Object.fromEntries(
    choices.map(({ serviceId, quantity, paymentFrequency }) => [
      serviceId,
      {
        selected: true,
        ...(quantity ? { quantity } : {}),
        ...(paymentFrequency ? { paymentFrequency } : {}),
      },
    ]),
  );
}

/** Returns the selected services for pricing. */
export function choicesOf(services: ContractServices): ServiceChoice[] {
  return Object.entries(services).flatMap(([serviceId, { selected, quantity, paymentFrequency }]) =>
    selected
      ? [{ serviceId, ...(quantity ? { quantity } : {}), ...(paymentFrequency ? { paymentFrequency } : {}) }]
      : [],
  );
}

/** Whether two lists choose the same services, quantities and frequencies, in any order. */
export function isSameChoice(one: readonly ServiceChoice[], other: readonly ServiceChoice[]): boolean {
  return choiceKey(one) === choiceKey(other);
}

/** Returns choices as one text, whatever their order. */
export function choiceKey(choices: readonly ServiceChoice[]): string {
  return choices
    .map(({ serviceId, quantity = 1, paymentFrequency = "monthly" }) =>
      [serviceId, quantity, paymentFrequency].join(":"),
    )
    .sort()
    .join();
}
