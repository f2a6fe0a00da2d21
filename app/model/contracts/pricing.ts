import { couponShares, type Coupon } from "./coupon.ts";
import { frequencyTerms, paymentFrequencies, type PaymentFrequency } from "./frequency.ts";
import { sumCents, type Cents } from "./money.ts";
import type { CatalogueEntry, ServiceChoice } from "./services.ts";
import { taxOn, type LineTax, type Tax } from "./tax.ts";

/** What an admin adds to a contract for one client; a wish of the public form, which has no price yet, costs 0. */
export interface CustomService {
  description: string;
  price: Cents;
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
  /** The tax in the three amounts above; absent without one. Discounts are those of the price before it. */
  tax?: LineTax | undefined;
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
  /** Absent where none is added. */
  tax?: Tax | undefined;
}

/** What is paid once counts as one period. */
const ONCE = { months: 1, discountPercent: 0, periodsInTotal: 1 };

/**
 * Returns the line of a service. A billing period costs its months less the discount, in whole cents, because monthly prices are
 * multiples of $0.20 (`priceProblem`). The year is the sum of its periods, so what is shown is to the cent what will be charged.
 */
function lineOf(
  { serviceId, title, priceCents }: CatalogueEntry,
  quantity: number,
  frequency: PaymentFrequency | null,
): OrderLine {
  const { months, discountPercent, periodsInTotal } = frequency ? frequencyTerms[frequency] : ONCE;
  const undiscounted = priceCents * months * quantity;
  const paymentCents = (undiscounted * (100 - discountPercent)) / 100;
  return {
    serviceId,
    title,
    quantity,
    frequency,
    totalCents: paymentCents * periodsInTotal,
    discountCents: (undiscounted - paymentCents) * periodsInTotal,
    couponCents: 0,
    paymentCents,
    dueTodayCents: paymentCents,
  };
}

/** A coupon counts once: it lowers what is due today, one-time lines first, and no later payment. */
function withCoupon(lines: OrderLine[], coupon: Coupon | null): OrderLine[] {
  const amounts = lines.map(({ dueTodayCents }) => dueTodayCents);
  const shares = couponShares(coupon, amounts);
  return lines.map((line, index) => {
    const { totalCents, dueTodayCents } = line;
    const couponCents = shares[index] ?? 0;
    const after = { totalCents: totalCents - couponCents, dueTodayCents: dueTodayCents - couponCents };
    return { ...line, couponCents, ...after };
  });
}

/** Adds the tax to each payment of a line, so that every charge and invoice is the sum of its lines to the cent. */
function withTax(line: OrderLine, tax: Tax): OrderLine {
  const { periodsInTotal } = line.frequency ? frequencyTerms[line.frequency] : ONCE;
  const paymentCents = taxOn(line.paymentCents, tax);
  const dueTodayCents = taxOn(line.dueTodayCents, tax);
  const added = {
    paymentCents,
    dueTodayCents,
    totalCents: dueTodayCents + paymentCents * (periodsInTotal - 1),
  };
  return {
    ...line,
    paymentCents: line.paymentCents + added.paymentCents,
    dueTodayCents: line.dueTodayCents + added.dueTodayCents,
    totalCents: line.totalCents + added.totalCents,
    tax: added,
  };
}

/** Returns a payment for each frequency of the lines, in the order of `paymentFrequencies`. */
function scheduleOf(lines: OrderLine[]): ScheduledPayment[] {
  return paymentFrequencies.flatMap((frequency) => {
    const paid = lines.filter((line) => line.frequency === frequency);
    const amountCents = sumCents(paid, ({ paymentCents }) => paymentCents);
    return paid.length > 0 ? [{ frequency, months: frequencyTerms[frequency].months, amountCents }] : [];
  });
}

function customLine({ description, price }: CustomService, index: number): OrderLine {
  const entry = {
    serviceId: `custom-${index}`,
    title: description,
    priceCents: price,
    kind: "one-time",
  } as const;
  return lineOf(entry, 1, null);
}

/**
 * Prices an order from the catalogue (docs/specification.md, section 9; docs/decisions.md, "Contract"). Choices of services that the catalogue
 * does not hold and wishes are ignored; a recurring service without a frequency is paid monthly. `oneTimeTotalCents` and
 * `recurringTotalCents` are what remains after the coupon, with the tax, so that the total is always their sum.
 */
export function priceOrder(
  catalogue: readonly CatalogueEntry[],
  choices: readonly ServiceChoice[],
  custom: readonly CustomService[] = [],
  coupon: Coupon | null = null,
  tax: Tax | null | undefined = null,
): OrderTotals {
  const chosen = new Map(choices.map((choice) => [choice.serviceId, choice]));
  const services = catalogue.flatMap((entry) => {
    const choice = chosen.get(entry.serviceId);
    if (!choice) return [];
    const frequency = entry.kind === "monthly" ? (choice.paymentFrequency ?? "monthly") : null;
    return lineOf(entry, choice.quantity ?? 1, frequency);
  });
  const undiscounted = [...services, ...custom.filter(({ price }) => price > 0).map(customLine)];
  const isOnce = ({ frequency }: OrderLine) => frequency === null;
  const priced = withCoupon(
    undiscounted.toSorted((a, b) => Number(isOnce(b)) - Number(isOnce(a))),
    coupon,
  );
  const lines = tax ? priced.map((line) => withTax(line, tax)) : priced;
  const oneTime = lines.filter(isOnce);
  const recurring = lines.slice(oneTime.length);
  const oneTimeTotalCents = sumCents(oneTime, (line) => line.totalCents);
  const recurringTotalCents = sumCents(recurring, (line) => line.totalCents);
  return {
    lines,
    oneTimeTotalCents,
    recurringTotalCents,
    recurringDiscountCents: sumCents(recurring, (line) => line.discountCents),
    couponDiscountCents: sumCents(lines, (line) => line.couponCents),
    totalCents: oneTimeTotalCents + recurringTotalCents,
    dueTodayCents: sumCents(lines, (line) => line.dueTodayCents),
    schedule: scheduleOf(recurring),
    ...(tax ? { tax } : {}),
  };
}
