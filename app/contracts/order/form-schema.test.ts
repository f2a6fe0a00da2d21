import { describe, expect, test } from "vitest";
import { parseOrderFields as parse } from "../../../tests/support/sample-contract.ts";
import { contractMessages } from "../../model/contracts/messages.ts";
import { serviceIds } from "../../model/contracts/services.ts";
import { checkSignature } from "./form-schema.server.ts";

const messageOf = (fields: Record<string, string>) => {
  const parsed = parse(fields);
  return parsed.ok ? null : parsed.message;
};

const addressOf = (address: Record<string, string>) =>
  Object.fromEntries(Object.entries(address).map(([name, value]) => [`contactInfo.address.${name}`, value]));

describe("what is checked, in this order: contact, terms, services", () => {
  test.each([
    ["contactInfo.firstName", "First name is required"],
    ["contactInfo.lastName", "Last name is required"],
    ["contactInfo.phone", "Telephone is required"],
    ["contactInfo.email", "Email is required"],
  ])("%s is needed", (field, own) => {
    const parsed = parse({ [field]: "  ", agreedToTerms: "-", "services.domainSetup.selected": "-" });
    expect(parsed).toMatchObject({
      ok: false,
      message: "Please fill in all required contact information.",
      result: { error: { [field]: [own] } },
    });
  });

  test.each([
    ["555-0142", "Please enter a valid 10-digit phone number"],
    ["+31 612", "Please enter a valid phone number: + and 7 to 15 digits"],
  ])("the telephone %j is not valid", (phone, message) =>
    expect(parse({ "contactInfo.phone": phone })).toMatchObject({
      ok: false,
      result: { error: { "contactInfo.phone": [message] } },
    }),
  );

  test.each([
    ["+12125550142", "(212) 555-0142"],
    ["+31612345678", "+31 6 12345678"],
  ])("the telephone %j is stored as %j", (typed, phone) =>
    expect(parse({ "contactInfo.phone": typed })).toMatchObject({
      ok: true,
      order: { input: { contactInfo: { phone } } },
    }),
  );

  test.each([
    [{ state: "NY", zipCode: "1000" }, "Please enter a ZIP code of five or nine digits"],
    [{ state: "", zipCode: "none" }, "Please enter a postal code of 2 to 10 letters and digits"],
  ])("the address %j is not valid", (address, message) =>
    expect(parse(addressOf(address))).toMatchObject({
      ok: false,
      message,
      result: { error: { "contactInfo.address.zipCode": [message] } },
    }),
  );

  test.each([
    [{ state: "NY", zipCode: "10001\u20131234" }, "10001-1234"],
    [{ state: "", zipCode: "560001" }, "560001"],
    [{ state: "NY", zipCode: "" }, ""],
    [{ state: "", zipCode: "\u200B" }, ""],
  ])("the code of the address %j is stored as %j", (address, zipCode) =>
    expect(parse(addressOf(address))).toMatchObject({
      ok: true,
      order: { input: { contactInfo: { address: { zipCode } } } },
    }),
  );

  test("terms come before services, with their own words for an invoice", () => {
    const nothing = { agreedToTerms: "-", "services.domainSetup.selected": "-" };
    expect(messageOf({ ...nothing, paymentMethod: "stripe" })).toBe(
      "Please agree to the terms and conditions.",
    );
    expect(messageOf({ ...nothing, paymentMethod: "invoice" })).toBe(
      "Please agree to the terms and conditions before submitting.",
    );
    expect(messageOf({ "services.domainSetup.selected": "-" })).toBe("Please select at least one service.");
  });

  test("a service that is not in the catalogue is refused, and a frequency that does not exist too", () => {
    expect(parse({ "services.free.selected": "on" })).toMatchObject({
      message: contractMessages.serviceGone,
      result: { error: { services: [contractMessages.serviceGone] } },
    });
    expect(parse({ "services.websiteMaintenance.paymentFrequency": "weekly" }).ok).toBe(false);
  });

  test("with a shown total, a service that is not in the catalogue is left to the comparison of prices", () => {
    expect(parse({ "services.free.selected": "on", shownTotal: "5000" }).ok).toBe(true);
  });

  test("a frequency of a service that is not ticked is refused, at its field", () => {
    const field = "services.websiteMaintenance.paymentFrequency";
    const message = "Tick Website maintenance to order it, or set its payment frequency to Monthly.";
    expect(parse({ [field]: "annually" })).toMatchObject({
      message,
      result: { error: { [field]: [message] } },
    });
    expect(parse({ [field]: "annually", "services.domainSetup.selected": "-" })).toMatchObject({
      message: contractMessages.noService,
      result: { error: { services: [contractMessages.noService], [field]: [message] } },
    });
    expect(parse({ [field]: "monthly" }).ok).toBe(true);
  });

  test("a service that an editor made recurring has its frequency, and one beyond the ten is stored when chosen", () => {
    const parsed = parse({
      "services.clientPortal.selected": "on",
      "services.clientPortal.paymentFrequency": "annually",
      "services.seoAudit.selected": "on",
    });
    const services = parsed.ok ? parsed.order.input.services : {};
    expect(Object.keys(services)).toEqual([...serviceIds, "seoAudit"]);
    expect(services).toMatchObject({
      clientPortal: { selected: true, quantity: 1, paymentFrequency: "annually" },
      seoAudit: { selected: true, quantity: 1 },
    });
  });

  test("what is accepted is trimmed and whole", () => {
    expect(parse()).toMatchObject({
      ok: true,
      order: {
        shownTotal: undefined,
        input: {
          paymentMethod: "invoice",
          signature: "",
          contactInfo: { firstName: "Ada", companyName: "", address: { zipCode: "" } },
          services: {
            domainSetup: { selected: true },
            websiteMaintenance: { selected: false, paymentFrequency: "monthly" },
          },
        },
      },
    });
  });

  test.each(["1.5", "-1", "many"])("a shown total of %s is refused", (shownTotal) => {
    expect(parse({ shownTotal }).ok).toBe(false);
  });
});

test.each([
  ["off", "anything", { value: "" }],
  ["optional", "", { value: "" }],
  ["required", "", { value: "", error: "Signature is required" }],
  ["required", "Ada", { value: "Ada" }],
  ["optional", "x".repeat(201), { value: "", error: contractMessages.signatureInvalid }],
  ["optional", "data:text/html,hi", { value: "", error: contractMessages.signatureInvalid }],
  ["optional", "data:image/svg+xml;base64,AAAA", { value: "", error: contractMessages.signatureInvalid }],
  ["optional", "data:image/png;base64,AAAA", { value: "data:image/png;base64,AAAA" }],
] as const)("signature %s %j", (mode, posted, expected) => {
  expect(checkSignature(mode, posted)).toEqual(expected);
});
