import { frequencyTerms, type PaymentFrequency } from "./frequency.ts";
import { percentOf, type Cents } from "./money.ts";

/** One entry of the order catalogue as pricing sees it. A monthly price is the price of one month. */
export interface CatalogueEntry {
  serviceId: string;
  title: string;
  priceCents: Cents;
  kind: "one-time" | "monthly";
}

/** What the client chose of one service. Recurring services carry a frequency. */
export interface ServiceChoice {
  serviceId: string;
  quantity?: number;
  paymentFrequency?: PaymentFrequency;
}

/** A line that an admin adds to a contract for one client. */
export interface CustomLine {
  description: string;
  priceCents: Cents;
}

export interface OrderLine {
  serviceId: string;
  title: string;
  quantity: number;
  frequency: PaymentFrequency | null;
  /** What the line adds to the total. */
  totalCents: Cents;
  discountCents: Cents;
  /** What the card is charged today for the line. */
  dueTodayCents: Cents;
}

/** A payment that repeats: `amountCents` every `months`. */
export interface ScheduledPayment {
  frequency: PaymentFrequency;
  months: number;
  amountCents: Cents;
}

export interface OrderTotals {
  lines: OrderLine[];
  oneTimeTotalCents: Cents;
  recurringTotalCents: Cents;
  recurringDiscountCents: Cents;
  totalCents: Cents;
  dueTodayCents: Cents;
  /** One entry per frequency in the order, shortest period first. */
  schedule: ScheduledPayment[];
}

/** The price of one billing period: its months less the discount, half up. It is what the card is charged each time. */
function periodCents(monthlyCents: Cents, frequency: PaymentFrequency): Cents {
  const { months, discountPercent } = frequencyTerms[frequency];
  return percentOf(monthlyCents * months, 100 - discountPercent);
}

function oneTimeLine(entry: CatalogueEntry, quantity: number): OrderLine {
  const amount = entry.priceCents * quantity;
  return {
    serviceId: entry.serviceId,
    title: entry.title,
    quantity,
    frequency: null,
    totalCents: amount,
    discountCents: 0,
    dueTodayCents: amount,
  };
}

/** The year is the sum of its periods, so what is shown is to the cent what will be charged. */
function recurringLine(entry: CatalogueEntry, quantity: number, frequency: PaymentFrequency): OrderLine {
  const { months, periodsInTotal } = frequencyTerms[frequency];
  const period = periodCents(entry.priceCents, frequency) * quantity;
  const totalCents = period * periodsInTotal;
  const undiscounted = entry.priceCents * quantity * months * periodsInTotal;
  return {
    serviceId: entry.serviceId,
    title: entry.title,
    quantity,
    frequency,
    totalCents,
    discountCents: undiscounted - totalCents,
    dueTodayCents: period,
  };
}

function sum(lines: OrderLine[], field: "totalCents" | "discountCents" | "dueTodayCents"): Cents {
  return lines.reduce((total, line) => total + line[field], 0);
}

function scheduleOf(lines: OrderLine[]): ScheduledPayment[] {
  const amounts = new Map<PaymentFrequency, Cents>();
  for (const line of lines) {
    if (line.frequency) amounts.set(line.frequency, (amounts.get(line.frequency) ?? 0) + line.dueTodayCents);
  }
  return [...amounts]
    .map(([frequency, amountCents]) => ({ frequency, months: frequencyTerms[frequency].months, amountCents }))
    .sort((a, b) => a.months - b.months);
}

/**
 * Prices an order from the catalogue (specification 9, decisions "Contract"). Choices of services that the catalogue
 * does not hold are ignored; a recurring service without a frequency is paid monthly.
 */
export function priceOrder(
  catalogue: readonly CatalogueEntry[],
  choices: readonly ServiceChoice[],
  custom: readonly CustomLine[] = [],
): OrderTotals {
  const chosen = new Map(choices.map((choice) => [choice.serviceId, choice]));
  const lines = catalogue.flatMap((entry) => {
    const choice = chosen.get(entry.serviceId);
    if (!choice) return [];
    const quantity = choice.quantity ?? 1;
    return entry.kind === "monthly"
      ? recurringLine(entry, quantity, choice.paymentFrequency ?? "monthly")
      : oneTimeLine(entry, quantity);
  });
  const customLines = custom.map((line, index) =>
    oneTimeLine(
      {
        serviceId: `custom-${index}`,
        title: line.description,
        priceCents: line.priceCents,
        kind: "one-time",
      },
      1,
    ),
  );
  const oneTime = [...lines.filter((line) => line.frequency === null), ...customLines];
  const recurring = lines.filter((line) => line.frequency !== null);
  const oneTimeTotalCents = sum(oneTime, "totalCents");
  const recurringTotalCents = sum(recurring, "totalCents");
  return {
    lines: [...lines, ...customLines],
    oneTimeTotalCents,
    recurringTotalCents,
    recurringDiscountCents: sum(recurring, "discountCents"),
    totalCents: oneTimeTotalCents + recurringTotalCents,
    dueTodayCents: sum(oneTime, "dueTodayCents") + sum(recurring, "dueTodayCents"),
    schedule: scheduleOf(recurring),
  };
}
