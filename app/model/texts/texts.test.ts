import { expect, test } from "vitest";
import { changedTexts, fillIn, textsOf, validateText } from "./texts.ts";

const GROUP = {
  type: "sampleTexts",
  title: "Sample",
  path: "/",
  texts: {
    heading: { label: "Heading", text: "Hello" },
    note: { label: "Note", text: "From {company}", max: 20, placeholders: ["company"] },
  },
};

const stored = (fields: Record<string, unknown>) => changedTexts([GROUP], [{ _type: GROUP.type, ...fields }]);

test("an untouched site sends no texts, and says the defaults", () => {
  expect(changedTexts([GROUP], [])).toEqual({});
  expect(stored({ heading: "Hello", note: null })).toEqual({});
  expect(textsOf(GROUP, undefined)).toEqual({ heading: "Hello", note: "From {company}" });
});

test("a changed text is shown, beside the defaults of the others", () => {
  const changed = stored({ heading: "Welcome", other: "unknown" });
  expect(changed).toEqual({ sampleTexts: { heading: "Welcome" } });
  expect(textsOf(GROUP, changed)).toEqual({ heading: "Welcome", note: "From {company}" });
});

test("what no page could show is ignored: blank, too long, no text", () => {
  expect(stored({ heading: "  ", note: "x".repeat(21) })).toEqual({});
  expect(stored({ heading: { _type: "block" } })).toEqual({});
});

test("placeholders are filled in; unknown ones stay as typed", () => {
  expect(fillIn("{name} of {company}, {constructor}", { name: "Zoë", company: "Acme $&" })).toBe(
    "Zoë of Acme $&, {constructor}",
  );
});

test("the Studio refuses unknown placeholders and texts that are too long, and takes an empty one", () => {
  const { heading, note } = GROUP.texts;
  expect(validateText(note, undefined)).toBe(true);
  expect(validateText(note, "By {company}")).toBe(true);
  expect(validateText(note, "By {firm}")).toBe("{firm} is not filled in. Use {company}.");
  expect(validateText(heading, "By {company}")).toBe("{company} is not filled in.");
  expect(validateText(note, "x".repeat(21))).toBe("At most 20 characters");
});

test("no second full stop follows a name that ends with one", () => {
  expect(fillIn("Thank you from {company}. {company}, {company}...", { company: "Havenlicht B.V." })).toBe(
    "Thank you from Havenlicht B.V. Havenlicht B.V., Havenlicht B.V....",
  );
  expect(fillIn("From {company}.", { company: "Acme" })).toBe("From Acme.");
});
