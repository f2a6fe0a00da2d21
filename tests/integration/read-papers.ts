import PostalMime from "postal-mime";
import { extractText, getDocumentProxy } from "unpdf";
import { facts, parse, plain, recurring, splitFigure, wordsIn, type Telling } from "./read-figures.ts";

// What an email or a file says about money.

/** Names of a sheet's amounts and dates, as they stand before their values in a PDF. */
const SHEET_FIGURES = [
  "Services",
  "Discount",
  "Total",
  "Total refunded",
  "Credited",
  "Paid",
  "Still to pay",
  "Date",
  "Due",
];

/** Reads the PDF of a contract: what is paid when, and what it costs. */
export async function readContractPdf(pdf: ArrayBuffer): Promise<Telling> {
  const { figures, text } = await readPdf(pdf, "");
  const dated = [
    ...text.matchAll(/(\d{4}-\d\d-\d\d) (\$[\d,.]+) (First \w+|then every (?:month|year|\d months))/g),
  ];
  return {
    figures: [
      ...figures
        .map((figure) => ({ ...figure, name: figure.name.trim() }))
        .filter(({ name }) => name !== "Date"),
      ...dated.map(([, date, cents, note = ""]) => ({
        name: note.replace("then ", "Next, "),
        value: `${cents} on ${date}`,
        where: "contract as PDF",
      })),
      ...recurring(text, "contract as PDF"),
    ],
    text,
  };
}

/** Reads the PDF of an invoice or a receipt. */
export async function readPdf(pdf: ArrayBuffer, number: string): Promise<Telling> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  const words = plain(text);
  const figures = SHEET_FIGURES.flatMap((name) => {
    const value = new RegExp(`\\b${name} (\\$[\\d,.]+|\\d{4}-\\d\\d-\\d\\d)`).exec(words)?.[1];
    return value ? [{ name: `${number} ${name}`, value, where: "PDF" }] : [];
  });
  return { figures, text: words };
}

/** What an email says, and the reference number that it names. */
export async function readEmail(source: string): Promise<Telling & { reference: string; to: string }> {
  const { html = "", subject = "", to } = await PostalMime.parse(source);
  const document = parse(html);
  const all = facts(document);
  const valueOf = (wanted: string) => all.find(([name]) => name === wanted)?.[1] ?? "";
  const text = wordsIn(document.body);
  const where = `email "${plain(subject)}"`;
  const receipt = valueOf("Receipt number");
  // Of the order's own email: the invoice that it is about.
  const first = /\(invoice (\S+)\)$/.exec(valueOf("Still to pay"))?.[1] ?? "";
  const credit = valueOf("Credit note");
  const renewal = /^(?:Your services renew|The price of your services changes) on (\S+)/.exec(
    plain(subject),
  )?.[1];
  const refund = valueOf("Refund receipt");
  const about =
    valueOf("Invoice number") ||
    credit ||
    refund ||
    receipt ||
    first ||
    (renewal ? `Renewal ${renewal}` : "");
  const aboutOf = (name: string) => (credit && name === "Still to pay" ? valueOf("For invoice") : about);
  return {
    reference: valueOf("Reference number"),
    to: to?.[0]?.address ?? "",
    figures: [
      ...all.flatMap(([name, value]) => {
        // One of several invoices: `$120.00, due 2027-04-30`.
        const [, number] = /^Invoice (INV-\S+)$/.exec(name) ?? [];
        const [cents = "", due = ""] = plain(value).split(", due ");
        const owed = /^(\S+) to pay$/.exec(cents)?.[1];
        if (number && owed) return [{ name: `${number} Still to pay`, value: owed, where }];
        // What it got of a payment for several.
        if (number && !due) return [{ name: `${number} Amount`, value: cents, where }];
        if (name === "Payment" && /^\$[\d,.]+$/.test(value)) return [{ name: "Amount", value, where }];
        if (number && due)
          return [
            { name: `${number} Still to pay`, value: cents, where },
            { name: `${number} Due`, value: due, where },
          ];
        return splitFigure([aboutOf(name), name].filter(Boolean).join(" "), value, where);
      }),
      ...recurring(text, where),
    ],
    text,
  };
}
