import PDFDocument from "pdfkit";
import { LOCALE } from "../../../model/locale.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Typeface, Weight } from "../../../platform/typefaces.server.ts";
import { pdfFont } from "./pdf-fonts.server.ts";
import { clean, isRightToLeft, runsOf, type Run } from "./text-runs.server.ts";

interface TextStyle {
  x: number;
  width: number;
  size?: number;
  weight?: Weight;
  color?: string;
  align?: "left" | "right";
}

/** 8.5 by 11 inches, in points. */
export const PAGE = { width: 612, height: 792, margin: 54 };
export const WIDTH = PAGE.width - 2 * PAGE.margin;
export const RIGHT = PAGE.margin + WIDTH;
const BOTTOM = PAGE.height - PAGE.margin;
/** Share of a line's height above its baseline. */
const ASCENT = 0.78;
/** Breaking a word into lines, pdfkit measures all that is left of it for each line: 1.5 s for 5,000 letters. */
const LONG_WORD = /\S{100}/;
const INK = "#0b191f";
export const FAINT = "#55656a";
const LINE = "#c9d2cf";

/** Draws with a pen that moves down the page, and tags what it draws for screen readers. */
export class Drawing {
  readonly doc: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #registered = new Set<string>();
  y = PAGE.margin;

  constructor(title: string, author: string) {
    this.doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      pdfVersion: "1.7",
      lang: LOCALE.language,
      tagged: true,
      displayTitle: true,
      font: "",
      info: { Title: title, Author: author },
    });
    this.#root = this.doc.struct("Document");
    this.doc.addStructure(this.#root);
  }

  /** Adds a tagged element. What is drawn in it is its content. */
  tag(type: string, draw: () => void, parent: PDFKit.PDFStructureElement = this.#root): void {
    parent.add(this.doc.struct(type, {}, draw));
  }

  /** Adds a picture, and what it shows. */
  figure(alt: string, draw: () => void): void {
    this.#root.add(this.doc.struct("Figure", { alt }, draw));
  }

  group(type: string, parent: PDFKit.PDFStructureElement = this.#root): PDFKit.PDFStructureElement {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** Draws a text at a height and returns where it ends. Throws an AppError for letters that no typeface has. */
  text(text: string, y: number, style: TextStyle): number {
    const { x, width, size = 10, weight = "regular", color = INK, align = "left" } = style;
    const line = clean(text);
    const [run, ...others] = this.#runs(line);
    this.doc.fillColor(color).fontSize(size);
    if (!run) return y;
    const isMixed = others.length > 0 || isRightToLeft(line) || LONG_WORD.test(line);
    if (isMixed) return this.#mixed(line, y, { x, width, weight, align });
    this.#font(run.typeface, weight).text(run.text, x, y, { width, align });
    return this.doc.y;
  }

  #runs(line: string): Run[] {
    const runs = runsOf(line);
    if (!runs) throw new AppError("bad-request", "The typefaces of PDF files lack letters of this document.");
    return runs;
  }

  #font(typeface: Typeface, weight: Weight): PDFKit.PDFDocument {
    const name = `${typeface} ${weight}`;
    if (!this.#registered.has(name)) this.doc.registerFont(name, pdfFont(typeface, weight));
    this.#registered.add(name);
    return this.doc.font(name);
  }

  #width(text: string, weight: Weight): number {
    const widths = this.#runs(text).map((run) =>
      this.#font(run.typeface, weight).widthOfString(run.text, { features: [] }),
    );
    return widths.reduce((sum, width) => sum + width, 0);
  }

  /** Returns a text in lines that fit; a word that is longer than a line is broken. */
  #lines(text: string, width: number, weight: Weight): string[] {
    const parts = (text.match(/\S+ ?/gu) ?? []).flatMap((word) =>
      this.#width(word, weight) > width ? [...word] : [word],
    );
    const lines: string[] = [];
    let left = 0;
    for (const part of parts) {
      // Part by part: measuring the growing line again for each took a long name 180 ms.
      const whole = this.#width(part, weight);
      const end = part.endsWith(" ") ? this.#width(part.trimEnd(), weight) : whole;
      if (end <= left) lines.push((lines.pop() ?? "") + part);
      else {
        lines.push(part);
        left = width;
      }
      left -= whole;
    }
    return lines.map((line) => line.trimEnd());
  }

  /** Draws a text of several typefaces or directions, which pdfkit cannot break into lines, or with a very long word. */
  #mixed(text: string, y: number, style: Required<Pick<TextStyle, "x" | "width" | "weight" | "align">>) {
    const { x, width, weight, align } = style;
    const height = this.#font("noto", weight).currentLineHeight(true);
    let top = y;
    for (const line of this.#lines(text, width, weight)) {
      let left = align === "right" ? x + width - this.#width(line, weight) : x;
      for (const run of this.#runs(line)) {
        const options: PDFKit.Mixins.TextOptions = {
          features: [],
          lineBreak: false,
          baseline: "alphabetic",
        };
        const font = this.#font(run.typeface, weight);
        font.text(run.text, left, top + height * ASCENT, options);
        left += font.widthOfString(run.text, { features: [] });
      }
      top += height;
    }
    return top;
  }

  /** Draws a paragraph across the page, and moves the pen below it. */
  paragraph(text: string, gap: number): void {
    this.tag("P", () => {
      this.y = this.text(text, this.y, { x: PAGE.margin, width: WIDTH }) + gap;
    });
  }

  /** Begins a new page when less than a height is left. */
  need(height: number): void {
    if (this.y + height <= BOTTOM) return;
    this.doc.addPage();
    this.y = PAGE.margin;
  }

  /** Draws a line across the page, which says nothing. */
  rule(from: number = PAGE.margin): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    this.doc.moveTo(from, this.y).lineTo(RIGHT, this.y).lineWidth(0.7).strokeColor(LINE).stroke();
    this.doc.endMarkedContent();
  }

  async finish(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.on("end", resolve);
      this.doc.on("error", reject);
    });
    this.#root.end();
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }
}
