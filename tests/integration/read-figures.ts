import { JSDOM } from "jsdom";
import { dateOf } from "../../app/model/format.ts";

// What a page, an email or a file (`read-papers.ts`) says about money: names and values, in one spelling, so that two places can be compared.

/** A figure that a place names: its name, with the number of the invoice or receipt that it is about, and its value. */
export interface Figure {
  name: string;
  value: string;
  where: string;
}

/** One place that tells of a contract. */
export interface Telling {
  figures: Figure[];
  /** All of its text about the contract. */
  text: string;
}

// One window for all: making another costs six times as much as parsing a page.
const parser = new new JSDOM().window.DOMParser();
export const parse = (html: string): Document => parser.parseFromString(html, "text/html");

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const WRITTEN_DATE = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (\d{1,2}), (\d{4})\b/g;

/** Writes dates as `2027-01-31`, what is taken off without its minus, and white space as one space. */
export const plain = (text: string): string =>
  text
    .replaceAll(WRITTEN_DATE, (_, month: string, day: string, year: string) =>
      [year, String(MONTHS.indexOf(month) + 1).padStart(2, "0"), day.padStart(2, "0")].join("-"),
    )
    .replaceAll("-$", "$")
    .replaceAll(/\s+/g, " ")
    .trim();

const textIn = (element: Element | null | undefined): string => plain(element?.textContent ?? "");

/** All text of an element, with a space between what two elements say. */
export const wordsIn = (element: Element): string =>
  plain(
    [...element.querySelectorAll("*")]
      .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === 3))
      .map(({ textContent }) => textContent)
      .join(" | "),
  );

/** What the contracts of the year are about. */
const SERVICES = new Set(["Domain setup", "Website maintenance", "Database management"]);

const NUMBER = /INV-\d{4}-\d{4}/;
const AMOUNT = /\$[\d,]+\.\d{2}/;

/** Splits a value that has several figures. */
export function splitFigure(name: string, value: string, where: string): Figure[] {
  const due = /^(\$\S+) by (\S+) \(invoice (\S+)\)$/.exec(value);
  if (due)
    return [
      { name: `${due[3]} Still to pay`, value: due[1] ?? "", where },
      { name: `${due[3]} Due`, value: due[2] ?? "", where },
    ];
  const none = /^(\$0\.00) \(invoice (\S+)\)$/.exec(value);
  if (none) return [{ name: `${none[2]} Still to pay`, value: none[1] ?? "", where }];
  const paid = /^(\$\S+) on (\S+) by (.+)$/.exec(value);
  if (name.endsWith("Payment") && paid)
    return [{ name: `Payment of ${paid[2]}`, value: `${paid[1]} by ${paid[3]}`, where }];
  const invoiced = /^(\$\S+) by invoice, which/.exec(value);
  if (invoiced) return [{ name, value: invoiced[1] ?? "", where }];
  const end = /^(?:until|ended) (\S+)$/.exec(value);
  if (end) return [{ name: `${name} until`, value: end[1] ?? "", where }];
  if (name === "Cancellation")
    return [...value.matchAll(/(\S[^:]*?): (?:until|ended) (\S+)/g)].map(([, service, day = ""]) => ({
      name: `${service} until`,
      value: day,
      where,
    }));
  if (name.includes("Next ") && !name.endsWith("Next try")) {
    const [next = "", period = ""] = value.split(", then ");
    return [{ name: `Next, ${period}`, value: next, where }];
  }
  if (name.endsWith("Order total"))
    return [{ name: "Total", value: value.replace(/ \(counts .*/, ""), where }];
  return [{ name, value, where }];
}

/** The number of the invoice whose card in a list it is. */
const scopeOf = (element: Element): string => {
  const number = NUMBER.exec(element.closest("li[id]")?.id ?? "")?.[0];
  return number ? `${number} ` : "";
};

/** The name and value of a term; of a date, what is paid then. */
function factOf(term: Element): [string, string] {
  const [name, value] = [textIn(term), textIn(term.nextElementSibling)];
  if (!/^\d{4}-\d\d-\d\d$/.test(name)) return [scopeOf(term) + name, value];
  const note = textIn(term.nextElementSibling?.nextElementSibling);
  return note.startsWith("then ")
    ? ["Next payment", `${value} on ${name}, ${note}`]
    : [note, `${value} on ${name}`];
}

/** Names and values of lists of facts, and of the tables of emails. */
export function facts(root: ParentNode): [string, string][] {
  const terms = [...root.querySelectorAll("dt")].map(factOf);
  const rows = [...root.querySelectorAll("tr")].flatMap((row): [string, string][] => {
    const [head, ...cells] = row.querySelectorAll("th[scope=row], td");
    return head?.matches("th") && cells.length > 0
      ? [[textIn(head).replace(/:$/, ""), textIn(cells.at(-1))]]
      : [];
  });
  return [...terms, ...rows];
}

/** Invoices in a list: number, date, state, amounts. */
function listed(root: ParentNode, where: string): Figure[] {
  return [...root.querySelectorAll("li")].flatMap((item) => {
    const number = NUMBER.exec(textIn(item.querySelector("a, .font-semibold")))?.[0];
    const figures = item.querySelectorAll(".figures");
    if (!number || figures.length !== 1 || item.querySelector("li")) return [];
    const about = textIn(item.querySelector(".text-sm"));
    const [, date = "", state = ""] = /^(\S+) · (Credit note|[A-Z][a-z]+)/.exec(about) ?? [];
    const due = /due (\S+?)(?:,|$)/.exec(about)?.[1];
    const open = /(\$\S+) still to pay/.exec(about)?.[1];
    return [
      { name: `${number} Total`, value: textIn(figures[0]), where },
      { name: `${number} Date`, value: date, where },
      ...(state === "Credit note" ? [] : [{ name: `${number} State`, value: state, where }]),
      ...(due ? [{ name: `${number} Due`, value: due, where }] : []),
      ...(open ? [{ name: `${number} Still to pay`, value: open, where }] : []),
    ];
  });
}

/** Payments by card and refunds in a list, each with its receipt. */
function payments(root: ParentNode, where: string): Figure[] {
  return [...root.querySelectorAll("#order-payments ~ * li")].flatMap((item) => {
    const [, kind = "", number = ""] =
      /^(Receipt|Refund receipt) (\S+)$/.exec(textIn(item.querySelector("a"))) ?? [];
    const [date = "", card = ""] = textIn(item.querySelector(".text-sm")).split(" · ");
    const amount = textIn(item.querySelector(".figures"));
    if (kind === "Refund receipt")
      return [
        { name: `Refunded on ${date}`, value: amount, where },
        { name: `${number} Total refunded`, value: amount, where },
        { name: `${number} Date`, value: date, where },
        { name: `${number} Paid back to`, value: card, where },
      ];
    return [
      { name: `${number} Total`, value: amount, where },
      { name: `${number} Date`, value: date, where },
      { name: `${number} Paid by`, value: card, where },
    ];
  });
}

/** Events of the dashboard's timeline that have an amount. */
function timeline(root: ParentNode, where: string): Figure[] {
  return [...root.querySelectorAll("ol > li")].flatMap((item) => {
    const time = item.querySelector("time")?.getAttribute("datetime");
    const amount = item.querySelector(".figures");
    if (!time || !amount) return [];
    const day = dateOf(new Date(time));
    return [
      { name: `${textIn(item.querySelector(".font-semibold"))} on ${day}`, value: textIn(amount), where },
    ];
  });
}

/** Renewals of the order page. */
function renewals(root: ParentNode, where: string): Figure[] {
  return [...root.querySelectorAll("#order-renewal ~ * li")].flatMap((item) => {
    const [, service, end] = /^(.+): (?:until|ended) (\S+)$/.exec(textIn(item)) ?? [];
    if (service && end) return [{ name: `${service} until`, value: end, where }];
    const amount = item.querySelector(".figures");
    const date = item.querySelector("time")?.getAttribute("datetime");
    const period = /every (?:month|year|\d months)/.exec(textIn(item))?.[0];
    return amount && date ? [{ name: `Next, ${period}`, value: `${textIn(amount)} on ${date}`, where }] : [];
  });
}

/** Services with their prices: the lines of an invoice, and of lists. */
function lines(root: ParentNode, about: string, where: string): Figure[] {
  const rows = [...root.querySelectorAll(".invoice-lines tbody tr")].map((row): [string, string] => [
    textIn(row.querySelector("span")),
    textIn(row.querySelector("td:last-child")),
  ]);
  const items = [...root.querySelectorAll("li")].map((item): [string, string] => [
    plain(item.querySelector(":scope > span")?.firstChild?.textContent ?? ""),
    textIn(item.querySelector(":scope > .figures")),
  ]);
  return [...rows, ...items]
    .filter(([name, value]) => SERVICES.has(name) && value !== "")
    .map(([name, value]) => ({ name: [about, name].filter(Boolean).join(" "), value, where }));
}

/** How prices recur, in the words of any text. */
export function recurring(text: string, where: string): Figure[] {
  const figures = (name: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, value = "", period]) => ({
      name: `${name}, ${period}`,
      value,
      where,
    }));
  return [
    ...figures("Twelve months", /(\$[\d,.]+) for 12 months, \$[\d,.]+ (every (?:month|year|\d months))/g),
    ...figures("Each period", /(\$[\d,.]+) (every (?:month|year|\d months))/g),
  ];
}

/** Reads a page of the site. `about` is the invoice or receipt that all of it is about. */
export function readTelling(html: string, where: string, about = ""): Telling {
  const document = parse(html);
  // A contract of the dashboard is a dialog above the list of all.
  const main =
    document.querySelector("[role=dialog], dialog") ?? document.querySelector("main") ?? document.body;
  for (const hidden of main.querySelectorAll("script, style, form")) hidden.remove();
  const named = facts(main).flatMap(([name, value]) =>
    splitFigure(about ? `${about} ${name}` : name, value, where),
  );
  const state = main.querySelector(".invoice-state");
  const text = wordsIn(main);
  return {
    figures: [
      ...named,
      ...(state ? [{ name: `${about} State`, value: textIn(state), where }] : []),
      ...listed(main, where),
      ...timeline(main, where),
      ...renewals(main, where),
      ...payments(main, where),
      ...lines(main, about, where),
      ...recurring(text, where),
    ],
    text,
  };
}

export const amountsIn = (text: string): string[] => text.match(new RegExp(AMOUNT, "g")) ?? [];
export const cardsIn = (text: string): string[] => text.match(/[A-Z]\w+ ending in \d{4}/g) ?? [];
