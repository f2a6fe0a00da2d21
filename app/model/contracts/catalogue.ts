import { formatCents, type Cents } from "./money.ts";
import type { CatalogueEntry } from "./pricing.ts";
import { isServiceId } from "./services.ts";

/** Monthly prices are multiples of it: the smallest step at which 5, 10 and 15 % off a period are whole cents. */
const MONTHLY_STEP: Cents = 20;

/** Returns why a price cannot be charged, naming the next ones that can; null for one that can. */
export function priceProblem(kind: CatalogueEntry["kind"], priceCents: number): string | null {
  if (!Number.isSafeInteger(priceCents) || priceCents < 0) return "A price is in whole cents, 0 or more.";
  const above = priceCents % MONTHLY_STEP;
  if (kind !== "monthly" || above === 0) return null;
  const below = priceCents - above;
  const next = `${formatCents(below)} or ${formatCents(below + MONTHLY_STEP)}`;
  return `A monthly price is a multiple of $0.20, such as ${next}.`;
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
