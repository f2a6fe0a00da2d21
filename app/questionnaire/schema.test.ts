import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, it } from "vitest";
import { buildQuestionnaire } from "./document.server.ts";
import { questionnaireSchema, type Answers } from "./schema.server.ts";
import { questions, stepOf, steps } from "./steps.ts";

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

describe("specification 5, field by field", () => {
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
    ["contactInfo.email", "ada@example.c", "Please enter a valid email address"],
    ["contactInfo.email", "a b@example.com", "Please enter a valid email address"],
    ["contactInfo.phone", "555-0142", "Please enter a valid 10-digit phone number"],
    ["contactInfo.phone", "22125550142", "Please enter a valid 10-digit phone number"],
    ["homePage.mainHeadline", "x".repeat(201), "Please use at most 200 characters"],
    ["homePage.keyFeatures", "x".repeat(5001), "Please use at most 5,000 characters"],
  ])("%s = %s: %s", (name, value, message) =>
    expect(errorsOf({ [name]: value })).toEqual({ [name]: [message] }),
  );

  it.each([
    ["aboutPage.teamSection", "perhaps"],
    ["servicesPage.servicePricing", "free"],
    ["contactPage.displayAddress", "everywhere"],
    ["additionalInfo.contentStatus", "done"],
    ["contactPage.contactFormFields", "Password"],
  ])("%s does not take %s", (name, value) =>
    expect(Object.keys(errorsOf({ [name]: value }) ?? {})[0]).toContain(name),
  );
});

describe("the stored document", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const documentOf = (changes: Record<string, string | undefined>) => {
    const submission = parse(changes);
    if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
    return buildQuestionnaire(submission.value as Answers, [], now);
  };

  it("has exactly the shape of specification 3, empty where nobody asks", () => {
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
