import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEMO_IDS, demoFields, isUnchanged, namesDemo, WRITTEN_TWICE } from "./demo.ts";

const seed = readFileSync(new URL("../../seed/data.ndjson", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Record<string, unknown> & { _id: string });

/** They have nothing of a company. */
const PLAIN = ["look", "redirects"];

test("every document of the seed is one of the demo's", () => {
  expect([...DEMO_IDS, ...PLAIN].toSorted()).toEqual(seed.map(({ _id }) => _id).toSorted());
});

test("what an owner changes at once is changed; only what an import writes twice may be newer than it was made", () => {
  const twice = seed.filter((document) => /"_ref"|"_sanityAsset"/.test(JSON.stringify(document)));
  expect([...new Set(twice.map(({ _type }) => _type))].toSorted()).toEqual(WRITTEN_TWICE.toSorted());
  const at = (second: string) => `2026-11-29T06:00:${second}Z`;
  const times = { _createdAt: at("00"), _updatedAt: at("40") };
  expect(isUnchanged({ _type: "paymentSettings", ...times })).toBe(false);
  expect(isUnchanged({ _type: "paymentSettings", ...times, _updatedAt: at("00") })).toBe(true);
  expect(isUnchanged({ _type: "homePage", ...times })).toBe(true);
});

test("the seed names its company in the settings alone, so that an owner changes it in one place", () => {
  const named = seed.flatMap((document) => demoFields(document).map((field) => `${document._id}.${field}`));
  expect(named).toEqual([
    "siteSettings.companyName",
    "siteSettings.legalName",
    "siteSettings.email",
    "siteSettings.phone",
    "siteSettings.address",
    "siteSettings.socialLinks",
    "paymentSettings.payee",
    "paymentSettings.replyTo",
  ]);
});

test("nobody is paid in the name of the demo company", () => {
  const own = {
    payee: "Vandermeer B.V.",
    chequeInstructions: "Mail it to us.",
    replyTo: "post@vandermeer.example",
  };
  expect(namesDemo(own)).toBe(false);
  expect(namesDemo(null)).toBe(false);
  expect(namesDemo({ ...own, payee: "Harborlight Technology Consulting LLC" })).toBe(true);
  expect(namesDemo({ ...own, chequeInstructions: "Mail it to 48 Front Street." })).toBe(true);
  expect(namesDemo({ ...own, replyTo: "hello@harborlight.example" })).toBe(true);
});
