import type { CalendarDate } from "../../app/model/contracts/billing-dates.ts";
import { histories } from "./billing-ledger.ts";
import { START, SUSPECTED } from "./billing-people.ts";
import { amountsIn, cardsIn, type Telling, type Figure } from "./read-figures.ts";

// Compares what several places tell of a contract with each other and with the ledger.

/** The cards of the year, from a day on. */
const cards: Record<string, [CalendarDate, string][]> = {
  "card monthly": [
    [START, "Visa ending in 4242"],
    ["2027-05-15", "Visa ending in 0341"],
    ["2027-06-04", "Mastercard ending in 4444"],
  ],
  "card quarterly": [[START, "Visa ending in 4242"]],
  "card biannually": [
    [START, "Visa ending in 4242"],
    ["2027-07-10", "Visa ending in 0341"],
  ],
  "card annually": [[START, "Visa ending in 4242"]],
  "card mixed": [[START, "Visa ending in 4242"]],
  "card once": [[START, "Visa ending in 4242"]],
  "invoice mixed": [["2027-04-04", "Visa ending in 4242"]],
};

/** `12345` → `$123.45`. */
export const dollars = (cents: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);

/** What the ledger says of a contract on a day. */
function ledgerFigures(name: string, day: CalendarDate): Figure[] {
  const lines = (histories[name] ?? []).filter((line) => line.slice(0, 10) <= day);
  const sum = (...kinds: string[]) =>
    lines
      .map((line) => line.split(" "))
      .filter(([, kind = ""]) => kinds.includes(kind))
      .reduce((total, [, , amount]) => total + Math.round(Number(amount) * 100), 0);
  const paid = sum("charged", "received");
  const invoiced = sum("invoiced") - sum("invoice-voided");
  const named: [string, number][] =
    // What it would cost, as long as an admin does not take it.
    name === SUSPECTED
      ? [["Still to pay", 13_200]]
      : name.startsWith("invoice")
        ? [
            ["Invoiced", invoiced],
            ["Credited", sum("credited")],
            ["Paid", paid],
            ["Still to pay", invoiced - sum("credited") - paid],
          ]
        : [
            ["Paid", paid],
            ["Refunded", sum("refunded")],
          ];
  const card = cards[name]?.findLast(([from]) => from <= day)?.[1];
  return [
    ...named.map(([figure, cents]) => ({ name: figure, value: dollars(cents), where: "the ledger" })),
    ...(card ? [{ name: "Card", value: card, where: "the ledger" }] : []),
  ];
}

/** Names of figures, without the number or date that they are about. Another name is a second one for the same. */
const NAMES = new Set([
  "Services",
  "Discount",
  "Total",
  "Total credited",
  "Total refunded",
  "Due",
  "Date",
  "State",
  "Payment",
  "Payment of",
  "Amount",
  "Card",
  "First payment",
  "First invoice",
  "Invoiced",
  "Credited",
  "Paid",
  "Paid by",
  "Paid back to",
  "Received on",
  "Refunded",
  "Refunded on",
  "Still to pay",
  "Database management",
  "Database management until",
  "Domain setup",
  "Website maintenance",
  "Website maintenance until",
  "Next try",
  "If it stays unpaid",
  "Not paid",
  "Overdue",
]);
const FIGURE = /\$\d|\d{4}-\d{2}-\d{2}|ending in/;
/** A figure of each frequency. */
const EACH = /^(?:Next|Twelve months|Each period), every (?:month|year|\d months)$/;
const nameOfFigure = (name: string) =>
  name
    .replace(/^(?:(?:INV-)?[\dA-Z]{4}-[\dA-Z]{4}(?:-R?\d+)?|Renewal \S+) /, "")
    .replace(/ (?:on )?\d{4}-\d\d-\d\d$/, "");

/** Figures of one day that are named with two values or unknown names, and amounts and cards that no figure has. */
export function differences(contract: string, day: CalendarDate, tellings: Telling[]): string[] {
  const named = [...tellings.flatMap(({ figures }) => figures), ...ledgerFigures(contract, day)];
  const values = Map.groupBy(named, ({ name }) => name);
  const twice = [...values].flatMap(([name, all]) => {
    const byValue = Map.groupBy(all, ({ value }) => value);
    if (byValue.size < 2) return [];
    const said = [...byValue].map(
      ([value, places]) => `${value} (${[...new Set(places.map(({ where }) => where))].join(", ")})`,
    );
    return [`${name} is ${said.join(" and ")}`];
  });
  const unknown = named
    .filter(({ name, value, where }) => FIGURE.test(value) && where !== "contracts.csv" && !isKnown(name))
    .map(({ name, value, where }) => `${where} says ${name}: ${value}`);
  const known = new Set(named.flatMap(({ value }) => amountsIn(value)));
  const cardsOfYear = new Set(cards[contract]?.filter(([from]) => from <= day).map(([, card]) => card));
  const unexplained = tellings.flatMap(({ text, figures }) =>
    [
      ...amountsIn(text).filter((amount) => !known.has(amount)),
      ...cardsIn(text).filter((card) => !cardsOfYear.has(card)),
    ].map((value) => `${figures[0]?.where} says ${value}, which no figure has`),
  );
  return [...new Set([...twice, ...unknown, ...unexplained])];
}

const isKnown = (name: string): boolean =>
  NAMES.has(nameOfFigure(name)) || EACH.test(nameOfFigure(name)) || / on \d{4}-\d\d-\d\d$/.test(name);
