import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { SERVICE_OPTIONS, namedService } from "../../model/contact.ts";
import { THANKS } from "../../model/thanks.ts";
import { contactFormOf, viewOf } from "./form-fields.server.ts";
import { contactSchema } from "./schema.server.ts";

/** The form that nobody has changed. */
const form = contactFormOf({ settings: null, services: [], texts: null });

const VALID = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  phone: "(212) 555-0142",
  company: "Analytical Engines",
  service: "Data Analytics",
  message: "Hello",
};

const submit = (fields: Partial<Record<keyof typeof VALID, string>>) => {
  const posted = new FormData();
  for (const [name, value] of Object.entries({ ...VALID, ...fields })) posted.set(name, value);
  return parseWithZod(posted, { schema: contactSchema(form) });
};
const errors = (fields: Parameters<typeof submit>[0]) => submit(fields).reply().error;
const value = (fields: Parameters<typeof submit>[0]) => {
  const submission = submit(fields);
  return submission.status === "success" ? submission.value : undefined;
};

describe("every message, one at a time", () => {
  test.each([
    ["name", "", "Name is required"],
    ["name", "   ", "Name is required"],
    ["name", "x".repeat(201), "Please use at most 200 characters"],
    ["name", "\u200B\u2060\uFE0F", "Name is required"],
    ["email", "", "Email is required"],
    ["email", " \t ", "Email is required"],
    ["email", "\uFEFF", "Email is required"],
    ["email", "ada", "Please enter a valid email address"],
    ["email", `${"x".repeat(200)}@example.com`, "Please use at most 200 characters"],
    ["phone", "555-0142", "Please enter a valid 10-digit phone number"],
    ["phone", "+31", "Please enter a valid phone number: + and 7 to 15 digits"],
    ["phone", "1".repeat(201), "Please use at most 200 characters"],
    ["company", "x".repeat(201), "Please use at most 200 characters"],
    ["service", "Gardening", "Please choose one of the listed options"],
    ["message", "", "Message is required"],
    ["message", "\r\n  \r\n", "Message is required"],
    ["message", "x".repeat(5001), "Please use at most 5,000 characters"],
  ])("%s %j", (field, text, message) => {
    expect(errors({ [field]: text })).toEqual({ [field]: [message] });
  });

  test("everything empty names the three required fields and no other", () => {
    expect(errors({ name: "", email: "", phone: "", service: "", message: "" })).toEqual({
      name: ["Name is required"],
      email: ["Email is required"],
      message: ["Message is required"],
    });
  });
});

describe("what is accepted", () => {
  test("values are trimmed, and an empty phone stays an empty text", () => {
    expect(
      value({
        name: "  Ada ",
        email: " ada@example.com ",
        phone: "  ",
        company: "  ",
        message: " Hi \r\n there \n",
      }),
    ).toMatchObject({
      name: "Ada",
      email: "ada@example.com",
      phone: "",
      company: "",
      service: "Data Analytics",
      message: "Hi \n there",
    });
  });

  test.each([
    ["2125550142", "(212) 555-0142"],
    [" +31612345678 ", "+31 6 12345678"],
  ])("the telephone %j is stored as %j", (typed, phone) =>
    expect(value({ phone: typed })?.phone).toBe(phone),
  );

  test("a missing service is the default of the form", () => {
    expect(value({ service: "" })?.service).toBe("Web Development");
  });

  test.each(SERVICE_OPTIONS)("service %s", (service) => {
    expect(value({ service })?.service).toBe(service);
  });

  test("the limits themselves are allowed, a line break counting once", () => {
    expect(value({ name: "x".repeat(200) })).toBeDefined();
    expect(value({ message: `${"x".repeat(2499)}\r\n${"x".repeat(2500)}` })?.message).toHaveLength(5000);
  });

  test("a name cannot smuggle a line break, a message keeps its own but no other control character", () => {
    expect(value({ name: "Ada\r\nBcc: everyone@example.com" })?.name).toBe("Ada Bcc: everyone@example.com");
    expect(value({ message: "a\u0000b\tc\nd\u009f" })?.message).toBe("ab\tc\nd");
  });
});

test("the browser is told lengths and what is required", () => {
  expect(viewOf(form, null).constraint).toMatchObject({
    name: { required: true, maxLength: 200 },
    email: { required: true, maxLength: 200 },
    phone: { required: false, maxLength: 200 },
    company: { required: false, maxLength: 200 },
    message: { required: true, maxLength: 5000 },
  });
});

test.each([
  ["Machine Learning", "Machine Learning"],
  ["machine-learning", "Machine Learning"],
  [" business intelligence ", "Business Intelligence"],
  ["consulting", "Consulting"],
  ["Cloud Solutions", "Cloud Solutions"],
  ["plumbing", null],
  ["", null],
  [null, null],
])("?service=%s chooses %s", (param, option) => {
  expect(namedService(param)).toBe(option);
});

test("success says what the decisions say", () => {
  expect(form.texts.sent).toBe("Thank you! Your message has been sent. We will get back to you soon.");
  expect(form.texts.sent).toBe(THANKS.message);
  expect(form.texts.sending).toBe("Sending...");
});
