import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { NotesForm } from "./notes-form.tsx";

/** Shows the notes "Called." of a submission; the server refuses every change with `error`. */
function show(error: Record<string, string[]>) {
  function Page() {
    const [notes, setNotes] = useState("Called.");
    return (
      <>
        <NotesForm notes={notes} rev="1" />
        <button type="button" onClick={() => setNotes("Called twice.")}>
          The Studio
        </button>
      </>
    );
  }
  const action = async ({ request }: { request: Request }) => {
    const { notes, rev } = Object.fromEntries(await request.formData());
    return { submission: { status: "error", initialValue: { notes, rev }, error } };
  };
  const Stub = createRemixStub([{ path: "/", Component: Page, action }]);
  render(<Stub />);
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Notes");

test("notes that were refused stay as typed, with the reason until they are edited", async () => {
  show({ notes: ["Please use at most 5,000 characters"] });
  await userEvent.type(field(), " Wants a quote.");
  await userEvent.click(screen.getByRole("button", { name: "Save notes" }));
  const reason = await screen.findByText("Please use at most 5,000 characters");
  expect(field().value).toBe("Called. Wants a quote.");
  expect(field().getAttribute("aria-describedby")).toBe(reason.closest("[id]")?.id);
  fireEvent.input(field(), { target: { value: "Called. Wants" } });
  expect(screen.queryByText("Please use at most 5,000 characters")).toBeNull();
});

test("notes that were saved elsewhere take the place of those that are shown, not of what is typed then", async () => {
  show({ notes: ["Please use at most 5,000 characters"] });
  expect(field().value).toBe("Called.");
  await userEvent.click(screen.getByRole("button", { name: "The Studio" }));
  expect(field().value).toBe("Called twice.");
  await userEvent.type(field(), " Wants a quote.");
  await userEvent.click(screen.getByRole("button", { name: "Save notes" }));
  await screen.findByText("Please use at most 5,000 characters");
  expect(field().value).toBe("Called twice. Wants a quote.");
});

test("without scripts, what was typed stays beside notes that were changed elsewhere meanwhile", () => {
  const submission = { status: "error", initialValue: { notes: "Wants a quote.", rev: "1" } };
  const Page = () => <NotesForm notes="Called." rev="2" />;
  const Stub = createRemixStub([{ id: "page", path: "/", Component: Page }]);
  render(<Stub hydrationData={{ actionData: { page: { submission } } }} />);
  expect(field().value).toBe("Wants a quote.");
});
