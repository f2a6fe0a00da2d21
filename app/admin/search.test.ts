import { expect, test } from "vitest";
import { alsoFinds, type Searched } from "./search.ts";

const zoe: Searched = {
  _id: "contract.zoe",
  text: "zoë müller zoe@example.com",
  phone: "(212) 555-0142",
  numbers: ["INV-2026-0007"],
  amounts: [[186_800, null], null, [50_000]],
};

test.each([
  "zoe",
  "ZOË",
  "muller",
  "212-555",
  "5550142",
  "+212 5550",
  "inv-2026-0007",
  "2026-0007",
  "$1,868.00",
  "1868",
  "500",
])("%s finds her", (search) => expect(alsoFinds(search)(zoe)).toBe(true));

test.each(["zoo", "555-0143", "21", "INV-2026-0008", "$1,868.01", "18.68", "1,86", ""].filter(Boolean))(
  "%s does not",
  (search) => expect(alsoFinds(search)(zoe)).toBe(false),
);

test.each([
  ["lukasz", "Łukasz"],
  ["soren", "Søren"],
  ["strasse", "Straße"],
])("%s finds %s", (search, name) => {
  expect(alsoFinds(search)({ _id: "x", text: name.toLowerCase(), phone: null })).toBe(true);
});

test("a document with nothing is found by nothing", () => {
  for (const search of ["a", "0000", "$0.00"])
    expect(alsoFinds(search)({ _id: "x", text: "", phone: null })).toBe(false);
});
