import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { useReturnedFocus, useToastOnChange } from "./after-change.ts";

afterEach(cleanup);

function Part({ there }: { there: boolean }) {
  const ref = useReturnedFocus<HTMLDivElement>(there);
  return (
    <div>
      <div ref={ref} role="group" aria-label="Part" tabIndex={-1}>
        {there ? <button type="button">Go away</button> : null}
      </div>
      <button type="button">Elsewhere</button>
    </div>
  );
}

const button = (name: string) => screen.getByRole("button", { name });

test("the part takes the focus that was on what is gone", () => {
  const { rerender } = render(<Part there />);
  button("Go away").focus();
  rerender(<Part there={false} />);
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Part" }));
});

test("a focus that is elsewhere stays there, and one that was nowhere stays nowhere at first", () => {
  const { rerender } = render(<Part there={false} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Part there />);
  button("Elsewhere").focus();
  rerender(<Part there={false} />);
  expect(document.activeElement).toBe(button("Elsewhere"));
});

const said = (form: FormData) => `Done: ${String(form.get("intent"))}`;

function Page() {
  const state = String(useLoaderData());
  const refused = Boolean(useActionData());
  useToastOnChange(state, said);
  return (
    <Form method="post">
      <p>
        State {state}
        {refused ? ", refused" : ""}
      </p>
      <button name="intent" value="keep">
        Keep
      </button>
      <button name="intent" value="renew">
        Renew
      </button>
    </Form>
  );
}

function open() {
  let version = 1;
  const Stub = createRemixStub([
    {
      path: "/",
      Component: Page,
      loader: () => String(version),
      action: async ({ request }) => {
        const changed = (await request.formData()).get("intent") === "renew";
        if (changed) version += 1;
        return changed ? null : { refused: true };
      },
    },
  ]);
  render(<Stub />);
}

test("says what was asked for once it has changed what is shown, and nothing of what was refused", async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole("button", { name: "Keep" }));
  await screen.findByText("State 1, refused");
  await user.click(screen.getByRole("button", { name: "Renew" }));
  await screen.findByText("State 2");
  expect((await screen.findByText(/^Done/)).textContent).toBe("Done: renew");
});
