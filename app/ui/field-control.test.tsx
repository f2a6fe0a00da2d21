import { useForm } from "@conform-to/react";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
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

test("a telephone that is pasted too long stays whole", async () => {
  render(<Telephone />);
  const input = screen.getByRole("textbox", { name: "Phone (optional)" });
  input.focus();
  await userEvent.paste("212 555 0142 99");
  expect(input).toHaveProperty("value", "(212) 555-014299");
});
