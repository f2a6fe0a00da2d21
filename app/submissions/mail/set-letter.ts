import type { Letter } from "./letter.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Without the controls and the turned directions that make a text look like another one. Line breaks stay. */
const plain = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "");

const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5;color:#1b2733";

const paragraph = (inner: string) => `<p style="margin:0 0 16px">${inner}</p>`;

const breaks = (text: string) => escape(text).replaceAll("\n", "<br>");

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
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(letter.subject)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#fff"><div style="max-width:560px;margin:0 auto;${FONT}">`,
    ...paragraphs.map((one) => paragraph(breaks(plain(one)))),
    ...facts.map(({ label, value }) =>
      paragraph(`<strong>${escape(label)}:</strong> ${breaks(plain(value))}`),
    ),
    link ? paragraph(`<a href="${escape(link.href)}" style="color:#0b5c8a">${escape(link.text)}</a>`) : "",
    `<p style="margin:32px 0 0;font-size:14px;color:#55636f">${escape(publicUrl)}</p></div></body></html>`,
  ].join("\n");
  return { text: `${text}\n`, html };
}
