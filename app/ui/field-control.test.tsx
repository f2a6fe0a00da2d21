import { useForm } from "@conform-to/react";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { WAIT } from "../../tests/support/timeouts.ts";
import { FieldControl } from "./field-control.tsx";

function Telephone() {
  const [form, { phone }] = useForm<{ phone: string }>({ id: "f" });
  return (
    <form id={form.id}>
      <FieldControl of={{ kind: "phone", label: "Phone", autoComplete: "tel" }} field={phone} />
    </form>
  );
}

test.each([
  ["21255501429", "(212) 555-0142"],
  ["+12125550142", "(212) 555-0142"],
  ["+31612345678", "+31612345678"],
])("the telephone %s, typed, is %s", async (typed, shown) => {
  render(<Telephone />);
  const input = screen.getByRole("textbox", { name: "Phone (optional)" });
  await userEvent.type(input, typed);
  expect(input).toHaveProperty("value", shown);
});

test("the caret stays where a digit was put in", async () => {
  render(<Telephone />);
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Phone (optional)" });
  await userEvent.type(input, "212555014");
  await userEvent.type(input, "9", { initialSelectionStart: 2 });
  expect([input.value, input.selectionStart]).toEqual(["(291) 255-5014", 3]);
});

test("a telephone that is pasted too long stays whole", async () => {
  render(<Telephone />);
  const input = screen.getByRole("textbox", { name: "Phone (optional)" });
  input.focus();
  await userEvent.paste("212 555 0142 99");
  expect(input).toHaveProperty("value", "212 555 0142 99");
});

test.each([
  ["+31612345678", "+31 6 12345678"],
  ["\u202A+47 22 12 34 56\u202C", "+47 22 12 34 56"],
  ["+44 (0)20 79460958", "+44 20 7946 0958"],
])(
  "a number from abroad, %s, is written as its country does when its field is left",
  async (pasted, written) => {
    const saved: string[] = [];
    render(
      <div onInput={({ target }) => saved.push((target as HTMLInputElement).value)}>
        <Telephone />
      </div>,
    );
    const input = screen.getByRole("textbox", { name: "Phone (optional)" });
    input.focus();
    await userEvent.paste(pasted);
    expect(input).toHaveProperty("value", pasted);
    await userEvent.tab();
    await vi.waitFor(() => expect(input).toHaveProperty("value", written), WAIT);
    expect(saved.at(-1)).toBe(written);
  },
);

test("what no country has as a number stays as it was typed", async () => {
  render(<Telephone />);
  const input = screen.getByRole("textbox", { name: "Phone (optional)" });
  await userEvent.type(input, "+47 22 12 34");
  await userEvent.tab();
  const { readAbroad } = await import("../model/phone-abroad.ts");
  expect(readAbroad("+47 22 12 34")).toBeNull();
  expect(input).toHaveProperty("value", "+47 22 12 34");
});
