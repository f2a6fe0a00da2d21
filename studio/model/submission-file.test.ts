import { expect, test } from "vitest";
import { submissionFile } from "./submission-file.ts";

const questionnaire = {
  _id: "questionnaire.5b1c",
  _type: "clientQuestionnaire",
  _rev: "r1",
  contactInfo: { name: "Ada", email: "ada@example.com" },
  adminStatus: "reviewed",
  adminNotes: "Not for the client",
};

test("is named by kind and id, and holds what was sent without the store's fields and the notes", () => {
  const { name, text } = submissionFile(questionnaire);
  expect(name).toBe("questionnaire-5b1c.json");
  expect(JSON.parse(text)).toEqual({
    id: "5b1c",
    contactInfo: { name: "Ada", email: "ada@example.com" },
    adminStatus: "reviewed",
  });
});

test("every kind has its name", () => {
  const names = ["contract", "adminContract", "contactSubmission", "newsletterSubscriber"].map(
    (_type) => submissionFile({ _id: "x", _type }).name,
  );
  expect(names).toEqual([
    "contract-x.json",
    "admin-contract-x.json",
    "contact-message-x.json",
    "subscriber-x.json",
  ]);
});
