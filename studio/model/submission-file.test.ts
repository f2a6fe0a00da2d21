import { expect, test } from "vitest";
import { submissionFile } from "./submission-file.ts";

test("is named by kind and id, and holds the whole document and its id", () => {
  const questionnaire = {
    _id: "questionnaire.5b1c",
    _type: "clientQuestionnaire",
    contactInfo: { name: "Ada", email: "ada@example.com" },
  };
  const { name, text } = submissionFile(questionnaire);
  expect(name).toBe("questionnaire-5b1c.json");
  expect(JSON.parse(text)).toEqual({ id: "questionnaire.5b1c", ...questionnaire });
});

test("every kind has its name", () => {
  const names = ["contract", "adminContract", "contactSubmission", "newsletterSubscriber"].map(
    (_type) => submissionFile({ _id: "x", _type }).name,
  );
  expect(names).toEqual([
    "contract-x.json",
    "contract-x.json",
    "contact-message-x.json",
    "subscriber-x.json",
  ]);
});
