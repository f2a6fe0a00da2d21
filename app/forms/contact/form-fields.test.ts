import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { contactFields, SERVICE_OPTIONS } from "../../model/contact.ts";
import type { ContactFormData } from "./contact-query.ts";
import { contactFormOf, OWN_QUESTION, viewOf } from "./form-fields.server.ts";
import { contactSchema } from "./schema.server.ts";

const services = [
  { title: "Web Development", slug: "web-development" },
  { title: "Interior design", slug: "interiors" },
];
type Settings = NonNullable<ContactFormData["settings"]>;

/** Returns the form of settings as a store may hold them: past the Studio anything can be written. */
const formOf = (settings: object | null, texts: object | null = null) =>
  contactFormOf({
    settings: settings as Settings | null,
    services,
    texts: texts as ContactFormData["texts"],
  });
const choicesOf = (form: ReturnType<typeof formOf>, asked: string | null = null) =>
  viewOf(form, asked)
    .fields.find(({ name }) => name === "service")
    ?.choices?.map(({ value }) => value);
const question = (words: string, more: object = {}) => ({ question: words, kind: "text", ...more });

test("a form that nobody has changed is the specified one", () => {
  for (const settings of [
    null,
    {},
    { asksService: null, options: [], questions: [] },
    { options: "House", questions: { a: 1 } },
  ]) {
    const { fields, questions } = formOf(settings);
    expect(fields).toEqual(contactFields);
    expect(questions).toEqual([]);
  }
});

describe("the service", () => {
  const options = ["House", " Office\u200B", "House", "", 7, "x".repeat(81)];

  test("offers the owner's choices, each once, the first beforehand", () => {
    const form = formOf({ options });
    expect(choicesOf(form)).toEqual(["House", "Office"]);
    expect(viewOf(form, null).fields.find(({ name }) => name === "service")?.defaultValue).toBe("House");
    expect(viewOf(form, "office").service).toBe("Office");
  });

  test.each([
    ["interiors", "Interior design"],
    ["Interior design", "Interior design"],
    ["web-development", "Web Development"],
    ["plumbing", null],
    ["", null],
  ])("a link that names %s adds %s for who comes by it", (asked, service) => {
    const form = formOf({ options });
    expect(viewOf(form, asked).service).toBe(service);
    expect(choicesOf(form, asked)).toEqual(["House", "Office", ...(service ? [service] : [])]);
  });

  test.each(["web-development", "data-analytics", "machine-learning"])(
    "the seed's %s is one of the options",
    (slug) => {
      expect(choicesOf(formOf(null), slug)).toEqual([...SERVICE_OPTIONS]);
      expect(slug).toBe(viewOf(formOf(null), slug).service?.toLowerCase().replace(" ", "-"));
    },
  );

  test("is not asked where the owner does not ask, whatever the link", () => {
    const form = formOf({ asksService: false });
    expect(choicesOf(form, "interiors")).toBeUndefined();
    expect(viewOf(form, "interiors").service).toBeNull();
  });
});

describe("questions of the owner's own", () => {
  test("are three at most, with words of their own and something to choose", () => {
    const { questions } = formOf({
      questions: [
        question("One"),
        question("One"),
        question("  "),
        question("x".repeat(121)),
        question("No choices", { kind: "choice", choices: [] }),
        question("Unknown", { kind: "file" }),
        { question: 7, kind: "text" },
        null,
        question("Two", { kind: "choice", choices: ["A", "A", "B"], isRequired: true }),
        question("Three", { kind: "yes-no" }),
        question("Four"),
      ],
    });
    expect(
      questions.map(({ label, kind, required, choices }) => [label, kind, required, choices?.length]),
    ).toEqual([
      ["One", "line", undefined, undefined],
      ["Two", "radio", "Please answer this question", 2],
      ["Three", "radio", undefined, 2],
    ]);
    for (const { name } of questions) expect(name).toMatch(OWN_QUESTION);
    expect(formOf({ questions: "none" }).questions).toEqual([]);
  });

  test("keep their name in another place, and get another with other words", () => {
    const nameOf = (words: string, ...before: string[]) =>
      formOf({ questions: [...before, words].map((one) => question(one)) }).questions.at(-1)?.name;
    expect(nameOf("Budget?", "Deadline?")).toBe(nameOf("Budget?"));
    expect(nameOf("Your budget?")).not.toBe(nameOf("Budget?"));
  });

  test.each([
    [{ isRequired: true }, "", "Please answer this question"],
    [{}, "", null],
    [{}, "x".repeat(201), "Please use at most 200 characters"],
    [{ kind: "choice", choices: ["A", "B"], isRequired: true }, "", "Please answer this question"],
    [{ kind: "choice", choices: ["A", "B"] }, "", null],
    [
      { kind: "choice", choices: ["A", "B"], isRequired: true },
      "C",
      "Please choose one of the listed options",
    ],
    [{ kind: "yes-no", isRequired: true }, "Yes", null],
    [{ kind: "yes-no" }, "on", "Please choose one of the listed options"],
  ])("%j takes %j: %s", (more, typed, problem) => {
    const form = formOf({ questions: [question("Asked?", more)] });
    const name = form.questions[0]!.name;
    const posted = new FormData();
    for (const [key, value] of Object.entries({ name: "Ada", email: "a@example.com", message: "Hi" }))
      posted.set(key, value);
    if (typed) posted.set(name, typed);
    const { error } = parseWithZod(posted, { schema: contactSchema(form) }).reply();
    expect(error?.[name] ?? null).toEqual(problem === null ? null : [problem]);
  });
});

test("labels and errors are the owner's words, and another version of the form", () => {
  const form = formOf(
    { questions: [question("Vraag?", { kind: "yes-no", isRequired: true })] },
    {
      name: "Naam",
      nameRequired: "Naam ontbreekt",
      answerRequired: "Antwoord ontbreekt",
      yes: "Ja",
      no: "Nee",
    },
  );
  expect(form.fields[0]).toMatchObject({ label: "Naam", required: "Naam ontbreekt" });
  expect(form.questions[0]).toMatchObject({
    required: "Antwoord ontbreekt",
    choices: [{ value: "Ja" }, { value: "Nee" }],
  });
  expect(form.version).not.toBe(formOf(null).version);
  expect(formOf({}).version).toBe(formOf(null).version);
});
