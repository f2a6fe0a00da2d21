import { expect, test } from "vitest";
import { questions, steps } from "../../model/questionnaire-steps.ts";
import { givenAnswers } from "./form-answers.ts";
import { submitFailureText } from "./messages.ts";

function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  return form;
}

const all = (fields: Record<string, string | string[]>) =>
  givenAnswers(formOf(fields)).flatMap(({ answers }) => answers);

const required = questions.filter((question) => question.required !== undefined);

test("an empty form lacks exactly what is required, each at its step", () => {
  const given = givenAnswers(new FormData());
  expect(given.map(({ number, title }) => [number, title])).toEqual(
    steps.map(({ title }, index) => [index + 1, title]),
  );
  expect(all({}).map(({ name }) => name)).toEqual(required.map(({ name }) => name));
  expect(all({}).every(({ value }) => value === "")).toBe(true);
});

test("spaces are no answer, as the server sees it", () => {
  const headline = all({ "homePage.mainHeadline": "   " }).find(
    ({ name }) => name === "homePage.mainHeadline",
  );
  expect(headline?.value).toBe("");
});

test("choices are said in their own words, several of them together", () => {
  const answers = all({
    "servicesPage.servicePricing": "contact",
    "contactPage.contactFormFields": ["Name", "Budget Range"],
    "additionalInfo.contentStatus": "",
  });
  const value = (name: string) => answers.find((answer) => answer.name === name)?.value;
  expect(value("servicesPage.servicePricing")).toBe("Contact for Pricing");
  expect(value("contactPage.contactFormFields")).toBe("Name, Budget Range");
  expect(value("additionalInfo.contentStatus")).toBeUndefined();
});

test("the team is listed only where there is to be a team section", () => {
  const team = { "aboutPage.teamMembers": "Ada" };
  const listed = (teamSection: string) =>
    all({ ...team, "aboutPage.teamSection": teamSection }).some(({ value }) => value === "Ada");
  expect([listed("yes"), listed("no")]).toEqual([true, false]);
});

test("nothing that is seen is no answer, and a ZIP code is one of its state", () => {
  const of = (fields: Record<string, string>, name: string) =>
    all(fields).find((answer) => answer.name === name);
  expect(of({ "homePage.mainHeadline": "\u200B\u3164" }, "homePage.mainHeadline")?.value).toBe("");
  const zip = (state: string) =>
    of({ "contactPage.state": state, "contactPage.zipCode": "1010" }, "contactPage.zipCode")?.problem;
  expect(zip("Wien")).toBeNull();
  expect(zip("N.Y.")).toBe("Please enter a ZIP code of five or nine digits");
});

test.each([
  ["permission-denied", "Permission denied"],
  ["unavailable", "The server cannot be reached right now"],
  ["internal", "Something went wrong"],
])("a failure that is %s says why, and the number of its request", (code, reason) => {
  expect(submitFailureText(code, "0a1b2c3d")).toBe(
    `There was an error submitting your questionnaire: ${reason} (request 0a1b2c3d). Please try again or contact us directly.`,
  );
});
