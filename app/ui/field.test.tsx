import { useForm } from "@conform-to/react";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import type { AnyField } from "./field-parts.tsx";
import { Checkbox, CheckboxGroup, Field, RadioGroup, Select, TextArea } from "./field.tsx";

afterEach(cleanup);

interface Values {
  name: string;
  about: string;
  kind: string;
  parts: string[];
  agreed: boolean;
}

interface HarnessProps {
  errors?: Record<string, string[]>;
  children: (fields: Record<keyof Values, AnyField>) => ReactNode;
}

function Harness({ errors, children }: HarnessProps) {
  const [form, fields] = useForm<Values>({
    id: "f",
    constraint: { name: { required: true }, about: { maxLength: 20 } },
    defaultValue: { name: "Ada", kind: "b", parts: ["x"] },
    ...(errors ? { lastResult: { status: "error", error: errors, initialValue: { name: "Ada" } } } : {}),
  });
  return <form id={form.id}>{children(fields)}</form>;
}

test("a field is named by its label, described by its hint, and required without the attribute", () => {
  render(<Harness>{({ name }) => <Field field={name} label="Name" hint="As on the invoice" />}</Harness>);
  const input = screen.getByRole("textbox", { name: "Name", description: "As on the invoice" });
  expect(input).toHaveProperty("value", "Ada");
  expect(input.hasAttribute("required")).toBe(false);
  expect(input.getAttribute("aria-required")).toBe("true");
  expect(input.getAttribute("aria-invalid")).toBe(null);
});

test("an optional field says so and is not announced as required", () => {
  render(<Harness>{({ about }) => <TextArea field={about} label="About" optional />}</Harness>);
  const area = screen.getByRole("textbox", { name: "About (optional)" });
  expect(area.getAttribute("aria-required")).toBe(null);
  expect(area.getAttribute("maxlength")).toBe("20");
});

test("an error is tied to its control, before the hint", () => {
  render(
    <Harness errors={{ name: ["Name is required"] }}>
      {({ name }) => <Field field={name} label="Name" hint="As on the invoice" />}
    </Harness>,
  );
  const input = screen.getByRole("textbox", { name: "Name" });
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([
    "Name is required",
    "As on the invoice",
  ]);
});

test("a select shows its options and starts on its value", () => {
  const options = [
    { value: "a", label: "First" },
    { value: "b", label: "Second" },
  ];
  render(<Harness>{({ kind }) => <Select field={kind} label="Kind" options={options} />}</Harness>);
  expect(screen.getByRole("combobox", { name: "Kind" })).toHaveProperty("value", "b");
});

test("a group of checkboxes is a named group whose error describes it", () => {
  render(
    <Harness errors={{ parts: ["Choose one"] }}>
      {({ parts }) => (
        <CheckboxGroup
          field={parts}
          label="Parts"
          options={[
            { value: "x", label: "X" },
            { value: "y", label: "Y" },
          ]}
        />
      )}
    </Harness>,
  );
  expect(screen.getByRole("group", { name: "Parts", description: "Choose one" }).id).toBe("f-parts");
  expect(screen.getAllByRole("checkbox").map((box) => box.getAttribute("name"))).toEqual(["parts", "parts"]);
});

test("groups start on what was chosen before", () => {
  const options = [
    { value: "b", label: "First" },
    { value: "x", label: "Second" },
  ];
  render(
    <Harness>
      {({ kind, parts }) => (
        <>
          <RadioGroup field={kind} label="Kind" options={options} />
          <CheckboxGroup field={parts} label="Parts" options={options} />
        </>
      )}
    </Harness>,
  );
  expect(screen.getByRole("radiogroup", { name: "Kind" }).getAttribute("aria-required")).toBe("true");
  expect(screen.getAllByRole("radio").map((radio) => (radio as HTMLInputElement).checked)).toEqual([
    true,
    false,
  ]);
  expect(screen.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).checked)).toEqual([
    false,
    true,
  ]);
});

test("a single checkbox posts its name and carries its error", () => {
  render(
    <Harness errors={{ agreed: ["Please agree"] }}>
      {({ agreed }) => <Checkbox field={agreed} label="I agree" />}
    </Harness>,
  );
  const box = screen.getByRole("checkbox", { name: "I agree", description: "Please agree" });
  expect(box.getAttribute("aria-invalid")).toBe("true");
  expect(box.getAttribute("name")).toBe("agreed");
});
