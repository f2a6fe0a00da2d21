import { couponShares, type Coupon } from "./coupon.ts";
import { frequencyTerms, type PaymentFrequency } from "./frequency.ts";
import type { Cents } from "./money.ts";
import type { CatalogueEntry, ServiceChoice } from "./services.ts";

/** A line that an admin adds to a contract for one client. */
export interface CustomLine {
  description: string;
  priceCents: Cents;
}

/** Returns the custom services that have a price; a wish of the public form has none. */
export function pricedLines(customServices: readonly { description: string; price: Cents }[]): CustomLine[] {
  return customServices
    .filter(({ price }) => price > 0)
    .map(({ description, price }) => ({ description, priceCents: price }));
}

export interface OrderLine {
  serviceId: string;
  title: string;
  quantity: number;
  frequency: PaymentFrequency | null;
  /** What the line adds to the total. */
  totalCents: Cents;
  /** Taken off for the payment frequency. */
  discountCents: Cents;
  /** Taken off for a coupon. */
  couponCents: Cents;
  /** One payment without a coupon: the one-time price, or what every billing period costs. */
  paymentCents: Cents;
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
  couponDiscountCents: Cents;
  totalCents: Cents;
  dueTodayCents: Cents;
  /** One entry per frequency in the order, shortest period first. */
  schedule: ScheduledPayment[];
}

/**
 * Returns the price of one billing period: its months less the discount. It is what the card is charged each time, in whole
 * cents, because monthly prices are multiples of $0.20 (`priceProblem`).
 */
function periodCents(monthlyCents: Cents, frequency: PaymentFrequency): Cents {
  const { months, discountPercent } = frequencyTerms[frequency];
  return (monthlyCents * months * (100 - discountPercent)) / 100;
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
    couponCents: 0,
    paymentCents: amount,
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
    couponCents: 0,
    paymentCents: period,
    dueTodayCents: period,
  };
}

type Amount = "totalCents" | "discountCents" | "couponCents" | "dueTodayCents";

/** A coupon counts once: it lowers what is due today, one-time lines first, and no later payment. */
function withCoupon(lines: OrderLine[], coupon: Coupon | null): OrderLine[] {
  const shares = couponShares(
    coupon,
    lines.map((line) => line.dueTodayCents),
  );
  return lines.map((line, index) => {
    const couponCents = shares[index] ?? 0;
    return {
      ...line,
      couponCents,
      totalCents: line.totalCents - couponCents,
      dueTodayCents: line.dueTodayCents - couponCents,
    };
  });
}

function sum(lines: OrderLine[], field: Amount): Cents {
  return lines.reduce((total, line) => total + line[field], 0);
}

function scheduleOf(lines: OrderLine[]): ScheduledPayment[] {
  const amounts = new Map<PaymentFrequency, Cents>();
  for (const line of lines) {
    if (line.frequency) amounts.set(line.frequency, (amounts.get(line.frequency) ?? 0) + line.paymentCents);
  }
  return [...amounts]
    .map(([frequency, amountCents]) => ({ frequency, months: frequencyTerms[frequency].months, amountCents }))
    .sort((a, b) => a.months - b.months);
}

function customLine({ description, priceCents }: CustomLine, index: number): OrderLine {
  return oneTimeLine({ serviceId: `custom-${index}`, title: description, priceCents, kind: "one-time" }, 1);
}

/**
 * Prices an order from the catalogue (docs/specification.md, section 9; docs/decisions.md, "Contract"). Choices of services that the catalogue
 * does not hold are ignored; a recurring service without a frequency is paid monthly. `oneTimeTotalCents` and
 * `recurringTotalCents` are what remains after the coupon, so that the total is always their sum.
 */
export function priceOrder(
  catalogue: readonly CatalogueEntry[],
  choices: readonly ServiceChoice[],
  custom: readonly CustomLine[] = [],
  coupon: Coupon | null = null,
): OrderTotals {
  const chosen = new Map(choices.map((choice) => [choice.serviceId, choice]));
  const services = catalogue.flatMap((entry) => {
    const choice = chosen.get(entry.serviceId);
    if (!choice) return [];
    const quantity = choice.quantity ?? 1;
    return entry.kind === "monthly"
      ? recurringLine(entry, quantity, choice.paymentFrequency ?? "monthly")
      : oneTimeLine(entry, quantity);
  });
  const undiscounted = [...services, ...custom.map(customLine)];
  const lines = withCoupon(
    [
      ...undiscounted.filter((line) => line.frequency === null),
      ...undiscounted.filter((line) => line.frequency !== null),
    ],
    coupon,
  );
  const oneTime = lines.filter((line) => line.frequency === null);
  const recurring = lines.filter((line) => line.frequency !== null);
  const oneTimeTotalCents = sum(oneTime, "totalCents");
  const recurringTotalCents = sum(recurring, "totalCents");
  return {
    lines,
    oneTimeTotalCents,
    recurringTotalCents,
    recurringDiscountCents: sum(recurring, "discountCents"),
    couponDiscountCents: sum(lines, "couponCents"),
    totalCents: oneTimeTotalCents + recurringTotalCents,
    dueTodayCents: sum(lines, "dueTodayCents"),
    schedule: scheduleOf(recurring),
  };
}
