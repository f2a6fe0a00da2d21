import type { Letter } from "./letter.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Without the controls and the turned directions that make a text look like another one. Line breaks stay. */
const plain = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "");

/** The site's light colours and its rhythm. Mail programs know neither style sheets nor variables: each element has its own. */
const PAGE = "margin:0;padding:24px 12px;background:#f1f4f1";
const SHEET =
  "max-width:560px;margin:0 auto;padding:32px 32px 20px;border:1px solid #dce2df;border-top:4px solid #0a5a5f;border-radius:8px;" +
  "background:#fff;color:#0b191f;font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif;overflow-wrap:anywhere";
const CELL = "padding:8px 0;border-top:1px solid #dce2df;text-align:left;vertical-align:top;font-weight:400";
const BUTTON =
  "display:inline-block;margin:8px 0;padding:12px 20px;border-radius:8px;background:#0a5a5f;color:#fff;font-weight:600;text-align:center;text-decoration:none";
const QUIET = "color:#0a5a5f;font-size:14px";
const FOOT =
  "max-width:560px;margin:16px auto 0;padding:0 32px;font:14px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#55656a";

const paragraph = (inner: string) => `<p style="margin:0 0 16px">${inner}</p>`;

const breaks = (text: string) => escape(text).replaceAll("\n", "<br>");

type Fact = NonNullable<Letter["facts"]>[number];

/** Labels on the left, what was said on the right. */
function table(facts: readonly Fact[]): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th scope="row" style="${CELL};width:32%;padding-right:16px;color:#55656a">${escape(label)}</th>` +
      `<td style="${CELL}">${breaks(plain(value))}</td></tr>`,
  );
  return `<table style="width:100%;margin:0 0 24px;border-collapse:collapse;font-size:15px">${rows.join("")}</table>`;
}

/** A letter as a mail carries it: as plain text, and as HTML that loads nothing from anywhere. */
export function setLetter(letter: Letter, publicUrl: string): { text: string; html: string } {
  const { paragraphs, facts = [], link } = letter;
  const text = [
    ...paragraphs.map(plain),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${plain(value)}`).join("\n")] : []),
    ...(link ? [`${link.text}:\n${link.href}`] : []),
    `-- \n${publicUrl}`,
  ].join("\n\n");
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escape(letter.subject)}</title></head><body style="${PAGE}"><div style="${SHEET}">`,
    ...paragraphs.map((one) => paragraph(breaks(plain(one)))),
    facts.length > 0 ? table(facts) : "",
    link
      ? `<a href="${escape(link.href)}" style="${link.quiet ? QUIET : BUTTON}">${escape(link.text)}</a>`
      : "",
    `</div><p style="${FOOT}">${escape(publicUrl)}</p></body></html>`,
  ].join("\n");
  return { text: `${text}\n`, html };
}
