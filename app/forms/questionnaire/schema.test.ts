import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Question } from "../../model/question.ts";
import { fieldNames, questions, stepOf, steps } from "../../model/questionnaire-steps.ts";
import { oneLine } from "../../model/typed-text.ts";
import { questionnaireSchema, type Answers } from "./schema.server.ts";
import { buildQuestionnaire } from "./store-questionnaire.server.ts";

const good: Record<string, string> = {
  "homePage.mainHeadline": "Fresh bread",
  "homePage.keyFeatures": "Order online",
  "aboutPage.companyStory": "Since 1950",
  "aboutPage.missionStatement": "Bread for all",
  "servicesPage.servicesList": "Bread, cake",
  "contactPage.streetAddress": "1 Main Street",
  "contactPage.city": "New York",
  "contactPage.state": "NY",
  "contactPage.zipCode": "10001",
  "contactInfo.name": "Ada Lovelace",
  "contactInfo.email": "ada@example.com",
  "contactInfo.phone": "2125550142",
};

function formOf(values: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) form.append(name, one);
  return form;
}

function answersOf(form: FormData): Answers {
  const submission = parseWithZod(form, { schema: questionnaireSchema });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
  return submission.value as Answers;
}

function parse(changes: Record<string, string | undefined>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...good, ...changes }))
    if (value !== undefined) form.set(name, value);
  return parseWithZod(form, { schema: questionnaireSchema });
}

const errorsOf = (changes: Record<string, string | undefined>) => {
  const submission = parse(changes);
  return submission.status === "success" ? {} : submission.error;
};

describe("docs/specification.md, section 5, field by field", () => {
  it("accepts the required fields alone", () => expect(errorsOf({})).toEqual({}));

  it.each([
    ["contactInfo.name", "Name is required"],
    ["contactInfo.email", "Email is required"],
    ["contactInfo.phone", "Phone number is required"],
    ["homePage.mainHeadline", "Main headline is required"],
    ["homePage.keyFeatures", "Key features are required"],
    ["aboutPage.companyStory", "Company story is required"],
    ["aboutPage.missionStatement", "Mission statement is required"],
    ["servicesPage.servicesList", "List of services is required"],
    ["contactPage.streetAddress", "Street address is required"],
    ["contactPage.city", "City is required"],
    ["contactPage.state", "State is required"],
    ["contactPage.zipCode", "ZIP code is required"],
  ])("%s: %s", (name, message) => {
    for (const empty of [undefined, "", "   ", "\n"])
      expect(errorsOf({ [name]: empty })).toEqual({ [name]: [message] });
  });

  it.each([
    ["contactInfo.email", "ada@example", "Please enter a valid email address"],
    ["contactPage.zipCode", "1000", "Please enter a ZIP code of five or nine digits"],
    ["contactPage.zipCode", "N/A", "Please enter a postal code of 2 to 10 letters and digits"],
    ["contactInfo.name", "\u200B\u3164\uFEFF", "Name is required"],
    ["homePage.keyFeatures", "\u200B\n\u2060", "Key features are required"],
    ["contactInfo.phone", "555-0142", "Please enter a valid 10-digit phone number"],
    ["contactInfo.phone", "+316123", "Please enter a valid phone number: + and 7 to 15 digits"],
    ["homePage.mainHeadline", "x".repeat(201), "Please use at most 200 characters"],
    ["homePage.keyFeatures", "x".repeat(5001), "Please use at most 5,000 characters"],
  ])("%s = %s: %s", (name, value, message) =>
    expect(errorsOf({ [name]: value })).toEqual({ [name]: [message] }),
  );

  it.each([
    ["contactPage", "zipCode", { zipCode: "10001\u20131234" }, "10001-1234"],
    ["contactPage", "zipCode", { state: "Wien", zipCode: "1010" }, "1010"],
    ["contactInfo", "phone", { phone: "\u202A+47 22 12 34 56\u202C" }, "+47 22 12 34 56"],
    ["contactInfo", "phone", { phone: "(212)\u2011555\u20130142" }, "(212) 555-0142"],
    ["contactInfo", "email", { email: "\u200Bsean.o'brien@example.com " }, "sean.o'brien@example.com"],
    ["contactInfo", "email", { email: "info@пример.рф" }, "info@xn--e1afmkfd.xn--p1ai"],
    ["contactInfo", "name", { name: "\u2067علی\u200Cرضا\u2069" }, "علی\u200Cرضا"],
  ])("%s.%s: %j is stored as %j", (group, field, given, stored) => {
    const changes = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`${group}.${name}`, value]),
    );
    const submission = parse(changes);
    if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
    expect((submission.value as Answers)[group]?.[field]).toBe(stored);
  });

  it("a ZIP code of another country is named beside other errors, at its field", () =>
    expect(
      errorsOf({ "contactPage.zipCode": "1010", "contactPage.city": "", "contactInfo.name": "" }),
    ).toEqual({
      "contactPage.city": ["City is required"],
      "contactPage.zipCode": ["Please enter a ZIP code of five or nine digits"],
      "contactInfo.name": ["Name is required"],
    }));

  it.each([
    ["aboutPage.teamSection", "perhaps"],
    ["servicesPage.servicePricing", "free"],
    ["contactPage.displayAddress", "everywhere"],
    ["additionalInfo.contentStatus", "done"],
    ["contactPage.contactFormFields", "Password"],
  ])("%s does not take %s", (name, value) =>
    expect(errorsOf({ [name]: value })).toEqual({ [name]: ["Please choose one of the listed options"] }),
  );

  it("the limits themselves are allowed, a line break counting once", () => {
    expect(errorsOf({ "homePage.mainHeadline": "x".repeat(200) })).toEqual({});
    const lines = `${"x".repeat(2499)}\r\n${"x".repeat(2500)}`;
    expect(errorsOf({ "homePage.keyFeatures": lines })).toEqual({});
  });
});

describe("the stored document", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const documentOf = (changes: Record<string, string | undefined>) => {
    const submission = parse(changes);
    if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
    return buildQuestionnaire(submission.value as Answers, [], now);
  };

  it("has exactly the shape of docs/specification.md, section 3, empty where nobody asks", () => {
    expect(documentOf({})).toEqual({
      homePage: {
        mainHeadline: "Fresh bread",
        subHeadline: "",
        keyFeatures: "Order online",
        callToAction: "",
        heroImagePreference: "",
      },
      aboutPage: {
        companyStory: "Since 1950",
        missionStatement: "Bread for all",
        teamSection: "no",
        teamMembers: "",
        achievements: "",
      },
      servicesPage: {
        servicesList: "Bread, cake",
        servicePricing: "no",
        serviceDetails: "",
        processDescription: "",
        serviceImages: "",
      },
      contactPage: {
        contactFormFields: [],
        businessHours: "",
        locationInfo: "",
        socialMediaLinks: "",
        mapPreference: "no",
        streetAddress: "1 Main Street",
        suite: "",
        city: "New York",
        state: "NY",
        zipCode: "10001",
        displayAddress: "",
      },
      design: { colorPreferences: "", websiteExamples: "", existingLogo: "", brandAssets: "" },
      contactInfo: {
        name: "Ada Lovelace",
        email: "ada@example.com",
        phone: "(212) 555-0142",
        preferredContact: "email",
      },
      additionalInfo: {
        targetAudience: "",
        competitors: "",
        uniqueSellingPoints: "",
        brandPersonality: "",
        projectGoals: "",
        contentStatus: "",
        existingMaterials: "",
        specialFeatures: "",
        additionalNotes: "",
        attachments: [],
      },
      projectType: "",
      projectDescription: "",
      timeline: "",
      submitted_at: "2026-11-21T12:00:00.000Z",
    });
  });

  it("keeps team members only with a team section, and nothing that no question asks", () => {
    const sent = {
      "aboutPage.teamMembers": "Ada",
      "design.existingLogo": "mine",
      "aboutPage.achievements": "many",
      projectType: "x",
    };
    expect(documentOf(sent)).toMatchObject({
      aboutPage: { teamMembers: "", achievements: "" },
      design: { existingLogo: "" },
      projectType: "",
    });
    expect(documentOf({ ...sent, "aboutPage.teamSection": "yes" }).aboutPage.teamMembers).toBe("Ada");
  });
});

/** Returns every path of a document, with list items by their index. */
function shapeOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return [`${path}[]`];
  if (typeof value !== "object" || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([name, inner]) => shapeOf(inner, `${path}.${name}`));
}

it("whatever is answered, the document has the same shape and says what was typed, trimmed", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 120 });
  const answer = ({ kind, choices = [], required }: Question): fc.Arbitrary<string | string[]> => {
    const values = choices.map(({ value }) => value);
    if (kind === "checkboxes") return fc.subarray(values);
    if (kind === "radio" || kind === "select") return fc.constantFrom(...values);
    if (kind === "email") return fc.constant("ada@example.com");
    if (kind === "phone") return fc.constantFrom("2125550142", "(212) 555-0142");
    if (kind === "zip") return fc.constantFrom("10004", "10004-1234", "100041234");
    return required ? text.map((typed) => `a${typed}`) : text;
  };
  const all = fc.record(Object.fromEntries(questions.map((question) => [question.name, answer(question)])));
  const shape = shapeOf(buildQuestionnaire(answersOf(formOf(good)), [], new Date(0))).toSorted();
  fc.assert(
    fc.property(all, (answers) => {
      const document = buildQuestionnaire(answersOf(formOf(answers)), [], new Date(0));
      expect(shapeOf(document).toSorted()).toEqual(shape);
      const { additionalNotes } = document.additionalInfo as Record<string, unknown>;
      const notes = String(answers["additionalInfo.additionalNotes"])
        .replaceAll(/[^\P{Cc}\n\t]/gu, "")
        .trim();
      expect(additionalNotes).toBe(oneLine(notes) ? notes : "");
      expect(document.contactPage.contactFormFields).toEqual(answers["contactPage.contactFormFields"]);
    }),
  );
});

it("asks everything the specification names, under its name and in its order", () => {
  expect(fieldNames).toEqual([
    ...["mainHeadline", "subHeadline", "keyFeatures", "callToAction"].map((name) => `homePage.${name}`),
    ...["companyStory", "missionStatement", "teamSection", "teamMembers"].map((name) => `aboutPage.${name}`),
    ...["servicesList", "servicePricing", "processDescription"].map((name) => `servicesPage.${name}`),
    ...[
      "contactFormFields",
      "businessHours",
      "mapPreference",
      "streetAddress",
      "suite",
      "city",
      "state",
      "zipCode",
      "displayAddress",
    ].map((name) => `contactPage.${name}`),
    ...["name", "email", "phone"].map((name) => `contactInfo.${name}`),
    ...[
      "targetAudience",
      "competitors",
      "uniqueSellingPoints",
      "brandPersonality",
      "projectGoals",
      "contentStatus",
      "existingMaterials",
      "specialFeatures",
      "additionalNotes",
      "attachments",
    ].map((name) => `additionalInfo.${name}`),
  ]);
});

it("knows the step of every question", () => {
  expect(steps).toHaveLength(5);
  expect(new Set(questions.map(({ name }) => name)).size).toBe(questions.length);
  expect([
    stepOf("homePage.mainHeadline"),
    stepOf("contactInfo.phone"),
    stepOf("additionalInfo.competitors"),
    stepOf("nothing"),
  ]).toEqual([1, 4, 5, 0]);
});
