import { describe, expect, it } from "vitest";
import { attachmentsOf, questionnaireGroups } from "./questionnaire-view.ts";

const system = {
  _id: "questionnaire.1",
  _type: "clientQuestionnaire",
  _createdAt: "",
  _updatedAt: "",
  _rev: "r",
} as const;
const valueOf = (document: object, label: string) =>
  questionnaireGroups({ ...system, ...document })
    .flatMap(({ items }) => items)
    .find((item) => item.label === label)?.value;

describe("questionnaireGroups", () => {
  it("stands on a document that has nothing", () => {
    expect(questionnaireGroups({ ...system }).map(({ title }) => title)).toEqual([
      "Contact",
      "Project details",
      "Home page",
      "About page",
      "Services page",
      "Contact page",
      "Additional information",
    ]);
  });

  it("shows the team only where there is to be a team section", () => {
    const team = (teamSection: string) =>
      valueOf({ aboutPage: { teamSection, teamMembers: "Ada" } }, "Team members");
    expect(team("yes")).toBe("Ada");
    expect(team("no")).toBeUndefined();
  });

  it("reads the project's details where they are, nested first", () => {
    expect(valueOf({ projectType: "Shop" }, "Project Type")).toBe("Shop");
    expect(valueOf({ projectType: "Shop", projectDetails: { projectType: "Blog" } }, "Project Type")).toBe(
      "Blog",
    );
    expect(valueOf({ timeline: "May", projectDetails: { timeline: "" } }, "Timeline")).toBe("May");
  });

  it("says choices in the words they were offered in, and lists in one line", () => {
    expect(valueOf({ servicesPage: { servicePricing: "contact" } }, "Service pricing")).toBe(
      "Contact for Pricing",
    );
    expect(valueOf({ contactPage: { contactFormFields: ["Name", "Email"] } }, "Contact form fields")).toBe(
      "Name, Email",
    );
  });

  it("shows what no question asks for where an older document has it", () => {
    expect(valueOf({}, "Achievements")).toBeUndefined();
    expect(valueOf({ aboutPage: { achievements: "Prize" } }, "Achievements")).toBe("Prize");
    expect(valueOf({ design: { colorPreferences: "Blue" } }, "Color preferences")).toBe("Blue");
  });
});

describe("attachmentsOf", () => {
  it.each([
    [
      "/admin/files/0f8fad5b-d9cb-469f-a165-70867728950e",
      "/admin/files/0f8fad5b-d9cb-469f-a165-70867728950e",
    ],
    ["javascript:alert(1)", null],
    ["https://elsewhere.example/x", null],
    ["/admin/files/../../logout", null],
    ["//elsewhere.example/admin/files/x", null],
  ])("links %s as %s", (url, href) => {
    const document = {
      ...system,
      additionalInfo: { attachments: [{ name: "a.pdf", url, type: "application/pdf" }] },
    };
    expect(attachmentsOf(document)).toEqual([{ name: "a.pdf", type: "application/pdf", href }]);
  });
});
