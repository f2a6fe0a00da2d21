import { describe, expect, test } from "vitest";
import { postalCode, postalCodeProblem } from "./postal-code.ts";

const US = "Please enter a ZIP code of five or nine digits";
const ANY = "Please enter a postal code of 2 to 10 letters and digits";

describe("in the United States, five or nine digits", () => {
  test.each([
    ["NY", "10001", null],
    ["ny", "10001-1234", null],
    ["N.Y.", "100011234", null],
    ["New York", "10001 1234", null],
    ["new  york ", "10001–1234", null],
    ["District of Columbia", "20500 - 0003", null],
    ["Puerto Rico", "00901", null],
    ["AE", "09021", null],
    ["NY\u200B", "\u200E10001", null],
    ["Texas", "７３３０１", null],
    ["NY", "1000", US],
    ["NY", "100040", US],
    ["NY", "10004-12", US],
    ["TX", "1012 AB", US],
    ["California", "N/A", US],
  ])("%s, %j: %s", (state, code, problem) => expect(postalCodeProblem(code, state)).toBe(problem));
});

describe("elsewhere, what the Universal Postal Union has", () => {
  test.each([
    ["Wien", "1010", null],
    ["Karnataka", "560001", null],
    ["Noord-Holland", "1012 AB", null],
    ["ZH", "CH-8001", null],
    ["Ontario", "K1A 0B1", null],
    ["Greater London", "SW1A 1AA", null],
    ["Faroe Islands", "FO 100", null],
    ["Reykjavík", "101", null],
    ["St Helena", "STHL 1ZZ", null],
    ["Dublin", "D02 AF30", null],
    ["Tehran", "1193653471", null],
    ["東京都", "〒 100-0001", null],
    ["東京都", "１００−０００１", null],
    ["Riyadh", "١١٥٦٤", null],
    ["Kingston", "KN 4", null],
    ["Brazil", "01310-100", null],
    ["Singapore", "0 1", null],
    ["", "10001–1234", null],
    ["", "1", ANY],
    ["", "N/A", ANY],
    ["", "none", ANY],
    ["", "-1", ANY],
    ["", "12345678901", ANY],
    ["", "<b>1</b>", ANY],
    ["", "=1+1", ANY],
  ])("%s, %j: %s", (state, code, problem) => expect(postalCodeProblem(code, state)).toBe(problem));
});

test.each([
  [" 10001–1234 ", "10001-1234"],
  ["20500 — 0003", "20500-0003"],
  ["1012\u00A0 AB", "1012 AB"],
  ["\u202A١١٥٦٤\u202C", "11564"],
  ["CH-8001", "CH-8001"],
])("%j is stored as %j", (typed, stored) => expect(postalCode(typed)).toBe(stored));
