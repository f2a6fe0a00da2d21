import { expect, test, vi } from "vitest";
import type { PhoneRules } from "../../app/model/locale-phone.ts";
import type { Locale } from "../../app/model/locale.ts";
import type { SiteData } from "../../app/site/site-data.ts";
import { opened } from "../support/opened.ts";

/** What a business in Amsterdam writes into app/model/locale.ts. */
const dutch: Locale = {
  language: "nl-NL",
  currency: "EUR",
  currencySymbol: "€",
  cheque: "cheque",
  currencyName: "euros",
  groupMark: ".",
  decimalMark: ",",
  amount: (number, minus) => `€\u00A0${minus}${number}`,
  timeZone: "Europe/Amsterdam",
  timeZoneName: "Amsterdam time",
  country: "NL",
  address: {
    stateLabel: "Province",
    zipLabel: "Postcode",
    place: (city, _state, zip) => [zip, city].filter(Boolean).join(" "),
  },
};

const phone: PhoneRules = {
  countryCode: null,
  digits: 10,
  marked: (digits) => digits,
  hint: "10 digits, for example 0612345678, or + and the country code.",
  invalid: "Please enter a valid 10-digit phone number",
};

const postcodes = {
  hasState: () => true,
  code: /^\d{4}\s?[A-Z]{2}$/,
  invalid: "Please enter a postcode such as 1012 AB",
};

// The files that an owner edits, edited.
vi.mock("../../app/model/locale.ts", () => ({ LOCALE: dutch }));
vi.mock("../../app/model/locale-phone.ts", () => ({ PHONE: phone }));
vi.mock("../../app/model/locale-states.ts", () => ({ POSTAL_CODES: postcodes }));

const { formatCents, parseAmount, typedAmount } = await import("../../app/model/contracts/money.ts");
const { dateOf, formatDate, formatDay, placeLine } = await import("../../app/model/format.ts");
const { formatTick } = await import("../../app/admin/chart-format.ts");
const { formatPhone, phoneProblem } = await import("../../app/model/phone.ts");
const { answerProblem } = await import("../../app/model/field.ts");
const { contactPage } = await import("../../app/model/questions.ts");
const { pageMeta } = await import("../../app/site/seo.ts");
const { organization, website } = await import("../../app/site/structured-data.ts");
const { rss } = await import("../../app/pages/blog/rss.ts");
const { mixedServices, openContractHarness, orderForm } = await import("../support/contract-harness.ts");

const harness = opened(openContractHarness);

test("amounts are those of Intl for the language and currency, and are read as they are typed", () => {
  const platform = new Intl.NumberFormat("nl-NL", { style: "currency", currency: "EUR" });
  for (const cents of [0, 5, 99_999, 136_800, 123_456_789, -136_800])
    expect(formatCents(cents)).toBe(platform.format(cents / 100));
  expect(typedAmount(125_050)).toBe("1.250,50");
  expect(parseAmount("1.250,50")).toBe(125_050);
  expect(parseAmount("€ 1250,5")).toBe(125_050);
  expect(parseAmount("1,250.50")).toBeNull();
  expect(formatTick(190_000, "cents")).toContain("€");
});

test("dates are in the language, on the day in Amsterdam", () => {
  expect(formatDate("2026-09-01")).toBe("1 september 2026");
  expect(formatDay("2026-09-01")).toBe("1 sep 2026");
  expect(dateOf(new Date("2026-08-31T21:59:59Z"))).toBe("2026-08-31");
  expect(dateOf(new Date("2026-08-31T22:00:00Z"))).toBe("2026-09-01");
});

test("telephones, postcodes and addresses follow the country", () => {
  expect(formatPhone("0612345678")).toBe("0612345678");
  expect(phoneProblem("06 1234 5678")).toBeNull();
  expect(phoneProblem("+31 6 12345678")).toBeNull();
  expect(phoneProblem("06123")).toBe(phone.invalid);
  expect(answerProblem({ kind: "zip" }, "1012 AB")).toBeNull();
  expect(answerProblem({ kind: "zip" }, "10004")).toBe(postcodes.invalid);
  expect(contactPage.questions.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["Province", "Postcode"]),
  );
  expect(placeLine({ city: "Amsterdam", zipCode: "1012 AB" })).toBe("1012 AB Amsterdam");
});

test("structured data, the page's head and the feed name the language and the country", () => {
  const address = { street: "Damrak 1", city: "Amsterdam", zipCode: "1012 LG" };
  const settings = { companyName: "Havenlicht", address, socialLinks: [] };
  const site = { publicUrl: "https://example.com", assetBase: "/lake", settings } as unknown as SiteData;
  expect(organization(site)).toMatchObject({ address: { addressCountry: "NL", postalCode: "1012 LG" } });
  const abroad = { ...site, settings: { ...settings, address: { ...address, country: "BE" } } } as SiteData;
  expect(organization(abroad)).toMatchObject({ address: { addressCountry: "BE" } });
  expect(website(site)).toMatchObject({ inLanguage: "nl-NL" });
  const head = pageMeta([{ id: "root", data: site }], { path: "/about", title: "Over ons" });
  expect(head).toContainEqual({ property: "og:locale", content: "nl_NL" });
  const channel = { title: "Havenlicht", description: "", publicUrl: "https://example.com" };
  expect(rss(channel, [])).toContain("<language>nl-NL</language>");
});

test("cards and subscriptions are in the currency", async () => {
  const { standIn } = harness;
  const card = orderForm(mixedServices);
  await harness.submit(card);
  const paid = await harness.pay(String(card.get("submissionId")), 37_400);
  expect(paid).toMatchObject({ result: { clientSecret: expect.any(String) } });

  const money = [...standIn.state.objects.values()].filter(({ currency }) => typeof currency === "string");
  expect(new Set(money.map(({ object }) => object))).toEqual(
    new Set(["subscription", "invoice", "payment_intent"]),
  );
  expect(new Set(money.map(({ currency }) => currency))).toEqual(new Set(["eur"]));
});
