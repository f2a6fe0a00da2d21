import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { click, contactScreen, field, fill, viewWith } from "../../../tests/support/contact-screen.tsx";
import type { ContactResult } from "./messages.ts";

const { endpoint, show } = contactScreen();
const values = () =>
  ["Name", "Email", "Phone (optional)", "Service", "Message"].map((name) => field(name).value);

test("fields stand in the specified order, with the service that was asked for", () => {
  const { container } = show();
  const names = [...container.querySelectorAll("[name]")].map((control) => control.getAttribute("name"));
  expect(names).toEqual(["name", "email", "phone", "company", "service", "message", "formToken", "website"]);
  expect([...field("Service").querySelectorAll("option")].map((option) => option.textContent)).toEqual([
    "Web Development",
    "Data Analytics",
    "Machine Learning",
    "Business Intelligence",
    "Custom Solution",
  ]);
  expect(values()).toEqual(["", "", "", "Machine Learning", ""]);
});

test("sends once, says so, thanks, empties the fields and takes the default service", async () => {
  let open = () => {};
  endpoint.gate = new Promise((resolve) => (open = resolve));
  show();
  fill();
  click();
  click();
  await waitFor(() => expect(screen.getByRole("button").textContent).toBe("Sending..."));
  click();
  open();
  await screen.findByText("Thank you! Your message has been sent. We will get back to you soon.");
  expect(screen.getByRole("status").textContent).toContain("7KQ2-M9XD");
  expect(screen.getByRole("button").textContent).toBe("Send Message");
  expect(values()).toEqual(["", "", "", "Web Development", ""]);
  expect(endpoint.arrived).toHaveLength(1);
  expect(Object.fromEntries(new URLSearchParams(endpoint.arrived[0]?.body))).toMatchObject({
    name: "Ada",
    email: "ada@example.com",
    phone: "",
    service: "Machine Learning",
    message: "Hello",
    submissionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("a default service says that nobody chose it, until somebody touches it", () => {
  const { container } = show({ service: null });
  const left = () => container.querySelector('[name="serviceLeft"]');
  expect(values()[3]).toBe("Web Development");
  expect(left()).toHaveProperty("value", "yes");
  fireEvent.input(field("Service"), { target: { value: "Custom Solution" } });
  fireEvent.input(field("Service"), { target: { value: "Web Development" } });
  expect(left()).toBeNull();
});

test("a retry carries the same id, the next message another", async () => {
  show();
  fill();
  endpoint.answer = { status: 503, body: { status: "failed", code: "unavailable" } };
  click();
  await screen.findByText("Network error. Please check your connection and try again.");
  endpoint.answer = { status: 200, body: { status: "sent", reference: "7KQ2-M9XD" } };
  click();
  await screen.findByText(/^Thank you!/);
  fill();
  click();
  await waitFor(() => expect(endpoint.arrived).toHaveLength(3));
  const ids = endpoint.arrived.map(({ body }) => new URLSearchParams(body).get("submissionId"));
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

describe("failures keep what was typed and take the focus", () => {
  test.each([
    [
      403,
      "permission-denied",
      "Server error: Permission denied. Please email us directly at hello@example.com.",
    ],
    [503, "unavailable", "Network error. Please check your connection and try again."],
    [500, "internal", "Something went wrong. Please try again or email us directly at hello@example.com."],
  ] as const)("%i", async (status, code, text) => {
    endpoint.answer = { status, body: { status: "failed", code } };
    show();
    fill();
    click();
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
    expect(values()).toEqual(["Ada", "ada@example.com", "", "Machine Learning", "Hello"]);
    expect(document.activeElement).toBe(screen.getByRole("alert"));
  });
});

describe("errors of fields", () => {
  const invalid = (error: Record<string, string[]>) => {
    const submission = { status: "error", initialValue: { message: "Hello" }, error } as const;
    return {
      status: 422,
      body: { status: "invalid", submission, form: viewWith(null) } satisfies ContactResult,
    };
  };
  const BOTH_MISSING = invalid({ name: ["Name is required"], email: ["Email is required"] });
  const WRONG_EMAIL = invalid({ email: ["Please enter a valid email address"] });

  test("stand beside the fields, several also in a summary that leads to them", async () => {
    endpoint.answer = BOTH_MISSING;
    show();
    click();
    const message = await screen.findByText("Name is required");
    expect(field("Name").getAttribute("aria-invalid")).toBe("true");
    expect(field("Name").getAttribute("aria-describedby")).toBe(message.closest("[id]")?.id);
    expect(field("Message").getAttribute("aria-invalid")).toBeNull();
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Name", "Email"]);
    expect(document.activeElement?.textContent).toContain("Please check these fields:");
    expect(values()).toEqual(["", "", "", "Machine Learning", ""]);
  });

  test("go when their field is edited, beside it and in the summary, and nothing that was typed goes with them", async () => {
    endpoint.answer = BOTH_MISSING;
    show();
    click();
    await screen.findByText("Name is required");
    fireEvent.input(field("Name"), { target: { value: "Ada" } });
    expect(screen.queryByText("Name is required")).toBeNull();
    expect(field("Name").getAttribute("aria-invalid")).toBeNull();
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Email"]);
    fireEvent.input(field("Email"), { target: { value: "ada@example.com" } });
    expect(screen.queryByRole("link")).toBeNull();
    expect(values()).toEqual(["Ada", "ada@example.com", "", "Machine Learning", ""]);
  });

  test("a single one has the focus in its field", async () => {
    endpoint.answer = WRONG_EMAIL;
    show();
    fill();
    click();
    await screen.findByText("Please enter a valid email address");
    expect(document.activeElement).toBe(field("Email"));
    expect(screen.queryByRole("link")).toBeNull();
  });

  test("a single one left of several has the focus too", async () => {
    endpoint.answer = BOTH_MISSING;
    show();
    click();
    await screen.findByText("Name is required");
    fill();
    endpoint.answer = WRONG_EMAIL;
    click();
    await screen.findByText("Please enter a valid email address");
    expect(document.activeElement).toBe(field("Email"));
  });

  test("are gone when the next attempt gets nowhere", async () => {
    endpoint.answer = WRONG_EMAIL;
    show();
    fill();
    click();
    await screen.findByText("Please enter a valid email address");
    endpoint.answer = { status: 502, body: new Error("Unable to decode") };
    click();
    await screen.findByText("Network error. Please check your connection and try again.");
    expect(screen.queryByText("Please enter a valid email address")).toBeNull();
  });

  test("of a form posted without scripts are in the page, with what was typed", () => {
    show({
      posted: {
        status: "invalid",
        submission: {
          status: "error",
          initialValue: { name: "Ada", service: "Custom Solution" },
          error: { message: ["Message is required"] },
        },
        form: viewWith(null),
      },
    });
    expect(screen.getByText("Message is required")).not.toBeNull();
    expect(values()).toEqual(["Ada", "", "", "Custom Solution", ""]);
  });
});
