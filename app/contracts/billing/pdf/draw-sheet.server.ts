import sharp from "sharp";
import { isDrawn } from "../../../model/contracts/contract-document.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import type { Sheet } from "../../../model/contracts/sheet.ts";
import { Drawing, FAINT, PAGE, RIGHT, WIDTH } from "./drawing.server.ts";

/** The columns of the lines: service, quantity, price, amount. */
const COLUMNS = [
  { label: "Service", x: PAGE.margin, width: 270, align: "left" },
  { label: "Quantity", x: 330, width: 60, align: "right" },
  { label: "Price", x: 395, width: 75, align: "right" },
  { label: "Amount", x: RIGHT - 83, width: 83, align: "right" },
] as const;

function drawHead(drawing: Drawing, { title, number, stateLabel, parties, facts, reason }: Sheet): void {
  drawing.tag("H1", () => {
    const end = drawing.text(`${title} ${number}`, drawing.y, {
      x: PAGE.margin,
      width: WIDTH - 110,
      size: 20,
      weight: "bold",
    });
    if (stateLabel)
      drawing.text(stateLabel, drawing.y + 6, {
        x: RIGHT - 100,
        width: 100,
        weight: "bold",
        align: "right",
      });
    drawing.y = end + 22;
  });
  const top = drawing.y;
  const bottoms = parties.map(({ title: heading, lines }, index) => {
    let y = top;
    const place = { x: PAGE.margin + index * 175, width: 165 };
    drawing.tag("P", () => {
      y = drawing.text(heading, y, { ...place, size: 9, weight: "bold", color: FAINT }) + 2;
      for (const line of lines) y = drawing.text(line, y, place) + 1;
    });
    return y;
  });
  let y = top;
  for (const { label, value } of facts)
    drawing.tag("P", () => {
      const left = drawing.text(`${label} `, y, { x: RIGHT - 155, width: 75, color: FAINT });
      const right = drawing.text(value, y, { x: RIGHT - 80, width: 80, align: "right" });
      y = Math.max(left, right) + 2;
    });
  drawing.y = Math.max(y, ...bottoms) + 20;
  if (reason) drawing.paragraph(`Reason: ${reason}`, 14);
}

function drawLines(drawing: Drawing, { lines }: Sheet): void {
  const table = drawing.group("Table");
  const head = drawing.group("TR", table);
  let bottom = drawing.y;
  for (const { label, ...place } of COLUMNS)
    drawing.tag(
      "TH",
      () => {
        bottom = drawing.text(label, drawing.y, { ...place, size: 9, weight: "bold", color: FAINT });
      },
      head,
    );
  drawing.y = bottom + 5;
  drawing.rule();
  drawing.y += 7;
  for (const { description, detail, quantity, unitCents, amountCents } of lines) {
    drawing.need(44);
    const row = drawing.group("TR", table);
    const top = drawing.y;
    const cells = [description, String(quantity), formatCents(unitCents), formatCents(amountCents)];
    let end = top;
    COLUMNS.forEach(({ label: _label, ...place }, index) =>
      drawing.tag(
        "TD",
        () => {
          let y = drawing.text(cells[index] ?? "", top, place);
          if (index === 0 && detail) y = drawing.text(detail, y + 1, { ...place, size: 9, color: FAINT });
          end = Math.max(end, y);
        },
        row,
      ),
    );
    drawing.y = end + 6;
    drawing.rule();
    drawing.y += 7;
  }
}

/** More than the pad of the widest and sharpest screen has. */
const MAX_PICTURE_PIXELS = 16_000_000;

/**
 * Returns a picture as an opaque PNG of 880 by 320 pixels at most, or null when it is none. A stranger made the file of a
 * signature, and pdfkit's own reader of PNG trusts it: 45 bytes can fill the memory, 65 end the process.
 */
async function pictureOf(bytes: Buffer): Promise<Buffer | null> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS })
    .flatten({ background: "#ffffff" })
    .resize({ width: 880, height: 320, fit: "inside", withoutEnlargement: true });
  return picture
    .png()
    .toBuffer()
    .catch(() => null);
}

/** Draws the logo above all else, with the company's name for screen readers. One that is no picture is left out. */
async function drawLogo(drawing: Drawing, bytes: Buffer, company: string): Promise<void> {
  const picture = await pictureOf(bytes);
  if (!picture) return;
  drawing.figure(company, () => drawing.doc.image(picture, PAGE.margin, drawing.y, { fit: [180, 36] }));
  drawing.y += 54;
}

function drawSums(drawing: Drawing, { sums, terms }: Sheet): void {
  drawing.y += 5;
  for (const { label, cents, isSum, note = "" } of sums) {
    drawing.need(note ? 44 : 18);
    drawing.tag("P", () => {
      const weight = isSum ? "bold" : "regular";
      const place = { x: RIGHT - 220, width: 130 };
      const right = { x: RIGHT - 90, width: 90, align: "right", weight } as const;
      const end = drawing.text(`${label} `, drawing.y, { ...place, weight });
      drawing.text(`${formatCents(cents)} `, drawing.y, right);
      drawing.y = (note ? drawing.text(note, end + 1, { ...place, size: 9, color: FAINT }) : end) + 5;
    });
  }
  drawing.y += 16;
  for (const term of terms) {
    drawing.need(40);
    drawing.paragraph(term, 6);
  }
}

/** Draws a signature: its picture, or the typed name. One that is no picture is left out. */
async function drawSignature(drawing: Drawing, signature: string): Promise<void> {
  const drawn = isDrawn(signature);
  const base64 = signature.slice(signature.indexOf(",") + 1);
  const picture = drawn ? await pictureOf(Buffer.from(base64, "base64")) : null;
  if (drawn && !picture) return;
  drawing.need(130);
  drawing.tag("P", () => {
    drawing.y =
      drawing.text("Signature", drawing.y + 10, { x: PAGE.margin, width: WIDTH, weight: "bold" }) + 6;
    if (picture) drawing.doc.image(picture, PAGE.margin, drawing.y, { fit: [220, 80] });
    else drawing.text(signature, drawing.y, { x: PAGE.margin, width: WIDTH, size: 14 });
  });
}

/**
 * Returns a sheet as PDF: text that can be selected and searched, tagged for screen readers. Throws an AppError `bad-request` for
 * letters that no typeface has.
 */
export async function drawSheet(sheet: Sheet, logo: Buffer | null = null): Promise<Buffer> {
  const company = sheet.parties[0]?.lines[0] ?? "";
  const drawing = new Drawing(`${sheet.title} ${sheet.number}`, company);
  if (logo) await drawLogo(drawing, logo, company);
  drawHead(drawing, sheet);
  drawLines(drawing, sheet);
  drawSums(drawing, sheet);
  if (sheet.signature) await drawSignature(drawing, sheet.signature);
  return drawing.finish();
}
