import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PageToken } from "./page-token.ts";
import { HONEYPOT, FORM_TOKEN } from "./page-token.ts";
import { SpamFields } from "./spam-fields.tsx";

let asked: string[];
let answer: () => Response | Promise<Response>;
beforeAll(() => {
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return answer();
  });
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  asked = [];
  answer = () => new Response("begun-1-x");
});
afterEach(cleanup);

function show() {
  render(
    <PageToken.Provider value="page-1-x">
      <form aria-label="Form">
        <input aria-label="Name" />
        <SpamFields />
      </form>
    </PageToken.Provider>,
  );
  return screen.getByRole<HTMLFormElement>("form");
}
const tokenIn = (form: HTMLFormElement) => new FormData(form).get(FORM_TOKEN);

test("the page's mark is sent until the form is begun, then one of that moment", async () => {
  const form = show();
  expect([tokenIn(form), asked]).toEqual(["page-1-x", []]);
  screen.getByLabelText("Name").focus();
  await waitFor(() => expect(tokenIn(form)).toBe("begun-1-x"));
  screen.getByLabelText("Name").blur();
  screen.getByLabelText("Name").focus();
  expect(asked).toEqual(["/api/form-token"]);
});

test("a form that was sent and is changed gets another mark, begun when the first was", async () => {
  const form = show();
  form.addEventListener("submit", (event) => event.preventDefault());
  const field = screen.getByLabelText("Name");
  field.focus();
  await waitFor(() => expect(tokenIn(form)).toBe("begun-1-x"));
  fireEvent.input(field, { target: { value: "Ada" } });
  answer = () => new Response("begun-1-y");
  fireEvent.submit(form);
  // Sent again unchanged, it is the same submission.
  fireEvent.submit(form);
  expect(tokenIn(form)).toBe("begun-1-x");
  fireEvent.input(field, { target: { value: "Grace" } });
  fireEvent.input(field, { target: { value: "Grace H" } });
  await waitFor(() => expect(tokenIn(form)).toBe("begun-1-y"));
  expect(asked).toEqual(["/api/form-token", "/api/form-token?after=begun-1-x"]);
});

test.each([
  ["there is no network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a proxy answers in its place", () => new Response("<!doctype html><title>Welcome</title>")],
  ["the site has no answer", () => new Response("Later.", { status: 503 })],
])("the page's mark stays when %s", async (_name, without) => {
  answer = without;
  const form = show();
  screen.getByLabelText("Name").focus();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(tokenIn(form)).toBe("page-1-x");
});

test("nobody comes upon the field that is to stay empty: not by keyboard, not by screen reader", () => {
  const form = show();
  const field = form.elements.namedItem(HONEYPOT) as HTMLInputElement;
  expect(field.tabIndex).toBe(-1);
  expect(field.closest("[aria-hidden=true]")).not.toBeNull();
  expect(field.autocomplete).toBe("off");
  expect(screen.getAllByRole("textbox")).toEqual([screen.getByLabelText("Name")]);
});
