import { extractText, getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { expect, onTestFinished, test, vi } from "vitest";
import { openFont } from "../../../platform/typefaces.server.ts";
import { drawSheet } from "./draw-sheet.server.ts";
import { canDraw, clean, runsOf } from "./text-runs.server.ts";

/** Returns the file of a sheet with these names, one below the other. */
const fileWith = (...lines: string[]) =>
  drawSheet({
    title: "Invoice",
    number: "1",
    state: null,
    stateLabel: "",
    parties: [{ title: "To", lines }],
    facts: [],
    reason: "",
    lines: [],
    sums: [],
    terms: [],
  });

/** Returns the words of a file, and the numbers of the glyphs that it shows. Glyph 0 is the box of a letter that a font lacks. */
async function read(file: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(file));
  const { text } = await extractText(document, { mergePages: true });
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
  const glyphs: number[] = argsArray
    .filter((_: unknown, index: number) => fnArray[index] === OPS.showText)
    .flatMap(([shown]: [(number | { originalCharCode: number })[]]) =>
      shown.flatMap((glyph) => (typeof glyph === "number" ? [] : [glyph.originalCharCode])),
    );
  // A mark that fontkit takes apart from its letter has no letter of its own.
  return { text: text.replaceAll(/\s+/g, " ").replaceAll(/\p{Cc}/gu, ""), glyphs };
}

test.each([
  ["Hawaiian", "Kaʻahumanu Nāwahī"],
  ["a fraction", "½ day, ⅓ of it"],
  ["an exponent", "500 m², 20 m³, H₂O"],
  ["Vietnamese", "Nguyễn Văn Đức"],
  ["Vietnamese, decomposed", "Nguyễn Văn Đức".normalize("NFD")],
  ["Greek", "Αθηνά Παπαδοπούλου"],
  ["Polish", "Łukasz Żółć"],
  ["Russian", "Сергей Щербаков"],
  ["Ukrainian", "Ґалаґан Їжакевич"],
  ["Azerbaijani", "Ərəbov"],
  ["Hausa", "Ɓala Ɗanjuma Ƙofar"],
  ["Yoruba", "Ọláṣubọ̀mí"],
  ["Icelandic", "Þórður Æðelstan"],
  ["Turkish", "İğdır Şişli"],
  ["currencies", "€ 5, ₹ 5, ₺ 5, ₴ 5"],
  ["Hindi", "संजय"],
  ["Hebrew", "שלום כהן"],
  ["Arabic", "محمد"],
  ["Arabic in an English line", "Care of محمد Ali"],
  ["an invisible mark before a name", "\u202AAda\u202C"],
])("%s is in a file as it was typed, and no letter of it is a box", async (_, name) => {
  expect(canDraw(name)).toBe(true);
  const { text, glyphs } = await read(await fileWith(name, "end"));
  expect(text).toContain(`To ${clean(name)} end`);
  expect(glyphs.length).toBeGreaterThan(5);
  expect(glyphs).not.toContain(0);
});

test.each(["王小明", "たなか", "김철수", "สมชาย", "🙂"])(
  "%s is in no typeface, which is known before it is drawn",
  (name) => {
    expect(canDraw(name)).toBe(false);
    expect(canDraw(`Ada ${name}`)).toBe(false);
  },
);

test.each([
  ["Persian, its mark behind a space", "خانه ٔ آرزو"],
  ["Arabic, two marks behind a space", "اب ًّ جد"],
  ["a letter of African languages", "ࢤ"],
])("a mark that its letter has no place for is drawn, too: %s", async (_, name) => {
  expect((await read(await fileWith(name))).glyphs).not.toContain(0);
});

test("a long name of joined letters costs little more than a short one", async () => {
  const openFontLayout = vi.spyOn(openFont("arabic", "regular"), "layout");
  onTestFinished(() => openFontLayout.mockRestore());
  await fileWith("محمد علي ".repeat(22).trim(), "محمد".repeat(50));
  const letters = openFontLayout.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  expect(letters).toBeLessThan(10 * 2 * 200);
});

test("a Latin word is set in one typeface, also when the site's own lacks one of its letters", () => {
  expect(runsOf("Łukasz Żółć")).toEqual([{ text: "Łukasz Żółć", typeface: "instrument-sans" }]);
  expect(runsOf("Nguyễn Văn Đức")).toEqual([{ text: "Nguyễn Văn Đức", typeface: "noto" }]);
});

test("words from right to left stand in their order, with numbers from left to right and brackets that face them", () => {
  expect(runsOf("To שלום (כהן) 12")?.map(({ text }) => text)).toEqual([
    "To ",
    "12",
    " (",
    "כהן",
    ")",
    "שלום ",
  ]);
});

test("a long name from right to left is broken into lines, its first words above", async () => {
  const words = Array.from({ length: 12 }, (_, index) => `${"אבגדהוזחט"[index % 9]}שלום`);
  const { text } = await read(await fileWith(words.join(" ")));
  const [first = "", last = ""] = [words[0], words.at(-1)];
  for (const word of words) expect(text).toContain(word);
  expect(text.indexOf(first)).toBeLessThan(text.indexOf(last));
});
