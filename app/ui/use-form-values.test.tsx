import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useFormValues } from "./use-form-values.ts";

afterEach(cleanup);

function Summary() {
  const [ref, values] = useFormValues<HTMLParagraphElement>();
  return (
    <p ref={ref} role="note">
      {String(values?.get("name") ?? "")}
    </p>
  );
}

function Form({ draft }: { draft: string }) {
  return (
    <form>
      <input name="name" aria-label="Name" defaultValue={draft} />
      <Summary />
    </form>
  );
}

const summary = () => screen.getByRole("note").textContent;

test("a form that is mounted with a draft is read at once", () => {
  render(<Form draft="Ada" />);
  expect(summary()).toBe("Ada");
});

test("a draft that is put into the form later is read, too", () => {
  const { rerender } = render(<Form key="server" draft="" />);
  expect(summary()).toBe("");
  rerender(<Form key="browser" draft="Ada" />);
  expect(summary()).toBe("Ada");
});

test("an edit is followed, typed or restored by an event", () => {
  render(<Form draft="Ada" />);
  fireEvent.input(screen.getByLabelText("Name"), { target: { value: "Grace" } });
  expect(summary()).toBe("Grace");
});
