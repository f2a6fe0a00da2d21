import { expect, test } from "vitest";
import { findWords } from "./check-words.mjs";

const words = {
  identifiers: { Desk: "Deps", parcel: "transfer" },
  comments: { "known holes": "known vulnerabilities" },
};

test.each([
  ["a type", "interface Desk {}", ['1: "Desk" → Deps']],
  ["a part of a name", "const one = openDesk(); // for DeskOptions", ['1: "Desk" → Deps']],
  ["a plural", "\nconst parcels = [];", ['2: "parcel" → transfer']],
  ["a comment", "// There are Known holes.", ['1: "known holes" → known vulnerabilities']],
  ["a docstring", " * Lists known holes.", ['1: "known holes" → known vulnerabilities']],
])("finds a forbidden word in %s", (_name, code, found) => expect(findWords(code, words)).toEqual(found));

test.each([
  ["a longer word", "const Desktop = 1, parcelled = 2;"],
  ["a text for people", 'const label = "Desk";'],
  ["code", "const text = known * holes;"],
  ["plain English", "send(); // as a parcel"],
])("passes %s", (_name, code) => expect(findWords(code, words)).toEqual([]));
