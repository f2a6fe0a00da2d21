import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, contactScreen, field, fill, viewWith } from "../../../tests/support/contact-screen.tsx";

// What an owner has made of the form.

const { endpoint, show } = contactScreen();
const questions = [
  { question: "What is your budget?", kind: "text", choices: null, isRequired: true },
  { question: "New or old building?", kind: "choice", choices: ["New", "Old"], isRequired: null },
  { question: "Do you have a permit?", kind: "yes-no", choices: null, isRequired: null },
] as const;
const settings = {
  asksService: false,
  options: null,
  questions: questions.map((one) => ({ ...one, choices: one.choices && [...one.choices] })),
};

test("questions of their own follow the message, each with its kind of answer", async () => {
  const form = viewWith(settings);
  const { container } = show({ form });
  expect(screen.queryByLabelText("Service")).toBeNull();
  expect(container.querySelector('[name="serviceLeft"]')).toBeNull();
  fill();
  fireEvent.change(field("What is your budget?"), { target: { value: "100,000" } });
  expect(screen.getByRole("radiogroup", { name: "New or old building? (optional)" })).toBeDefined();
  fireEvent.click(screen.getByLabelText("Old"));
  fireEvent.click(screen.getByLabelText("Yes"));
  click();
  await screen.findByText(/^Thank you!/);
  const sent = new URLSearchParams(endpoint.arrived[0]?.body);
  expect(form.fields.slice(-3).map(({ name }) => sent.get(name))).toEqual(["100,000", "Old", "Yes"]);
  expect(sent.has("service")).toBe(false);
});

test("a form that changed while it was open takes the place of the old one, with what was typed", async () => {
  const form = viewWith({ ...settings, questions: [settings.questions[0]!] });
  const [name] = form.fields.slice(-1).map((one) => one.name);
  show();
  fill();
  endpoint.answer = {
    status: 422,
    body: {
      status: "invalid",
      form,
      submission: {
        status: "error",
        error: { [String(name)]: ["Please answer this question"] },
        initialValue: {
          name: "Ada",
          email: "ada@example.com",
          message: "Hello",
          service: "Machine Learning",
        },
      },
    },
  };
  click();
  await screen.findByText("Please answer this question");
  expect(document.activeElement).toBe(field("What is your budget?"));
  expect(["Name", "Email", "Message"].map((label) => field(label).value)).toEqual([
    "Ada",
    "ada@example.com",
    "Hello",
  ]);
  fireEvent.change(field("What is your budget?"), { target: { value: "100,000" } });
  endpoint.answer = { status: 200, body: { status: "sent", reference: "7KQ2-M9XD" } };
  click();
  await screen.findByText(/^Thank you!/);
  const sent = endpoint.arrived.map(({ body }) => new URLSearchParams(body));
  expect([sent[1]?.get("message"), sent[1]?.get(String(name))]).toEqual(["Hello", "100,000"]);
  expect(sent[1]?.get("submissionId")).toBe(sent[0]?.get("submissionId"));
  expect(field("What is your budget?").value).toBe("");
});

test("the button, the thanks and the errors say the owner's words", async () => {
  const words = {
    send: "Versturen",
    sending: "Bezig",
    sent: "Bedankt!",
    reference: "Nummer {reference}",
    unavailable: "Geen verbinding.",
    internal: "Mail {email}.",
    denied: "Niet toegestaan.",
    summary: "Kijk nog eens naar:",
  };
  show({ words });
  expect(screen.getByRole("button").textContent).toBe("Versturen");
  fill();
  for (const [status, code, text] of [
    [403, "permission-denied", "Niet toegestaan."],
    [503, "unavailable", "Geen verbinding."],
    [500, "internal", "Mail hello@example.com."],
  ] as const) {
    endpoint.answer = { status, body: { status: "failed", code } };
    click();
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
  }
  const error = { name: ["Name is required"], email: ["Email is required"] };
  const submission = { status: "error", initialValue: {}, error } as const;
  endpoint.answer = { status: 422, body: { status: "invalid", submission, form: viewWith(null) } };
  click();
  await screen.findByText("Kijk nog eens naar:");
  let open = () => {};
  endpoint.gate = new Promise((resolve) => (open = resolve));
  endpoint.answer = { status: 200, body: { status: "sent", reference: "7KQ2-M9XD" } };
  click();
  await waitFor(() => expect(screen.getByRole("button").textContent).toBe("Bezig"));
  open();
  expect((await screen.findByText("Bedankt!")).parentElement?.textContent).toBe("Bedankt!Nummer 7KQ2-M9XD");
});
